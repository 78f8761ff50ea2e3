import type { ModelDescription } from '#contracts/model-description.ts'
import { useTranslate } from '#ui/translate.ts'
import { FilterChips } from '../filter-bar/filter-chips.tsx'
import { SearchField } from '../search-box/search-field.tsx'
import styles from './narrowed-by.module.css'
import type { Narrowing } from './use-list-source.ts'

/** What narrows a list that was led to, as a grid shows it: its words and one chip for each condition, to change or drop. */
export function NarrowedBy({ model, narrowing }: { model: ModelDescription; narrowing: Narrowing | null }) {
  const t = useTranslate()
  if (!narrowing) return null
  const { words, filters, change } = narrowing
  return (
    <div className={styles.narrowed}>
      {words !== '' && (
        <SearchField
          label={t('Search')}
          value={words}
          onChange={(next) => change({ filters, words: next })}
        />
      )}
      <FilterChips model={model} value={filters} onChange={(next) => change({ words, filters: next })} />
    </div>
  )
}
