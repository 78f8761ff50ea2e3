import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FilterChips } from '../filter-bar/filter-chips.tsx'
import { SearchField } from '../search-box/search-field.tsx'
import { columnsTaken, withColumns } from './question-columns.ts'
import styles from './schedule-list.module.css'

interface QuestionPartsProps {
  model: ModelDescription
  /** A Query without its model. */
  query: Readonly<Record<string, unknown>>
  onChange: (query: Record<string, unknown>) => void
}

/** The parts of a question, each to be changed as in the list: words, conditions, columns; the order is kept. */
export function QuestionParts({ model, query, onChange }: QuestionPartsProps) {
  const t = useTranslate()
  const { search, where, sort, fields } = query
  const put = (key: string, value: unknown): void => {
    const { [key]: _before, ...others } = query
    onChange(value === null ? others : { ...others, [key]: value })
  }
  const chosen = Array.isArray(fields) ? (fields as string[]) : null
  const columns = columnsTaken(model, chosen)
  const taken = columns.filter((column) => column.taken).length
  return (
    <>
      <SearchField
        label={t('Found by these words')}
        value={typeof search === 'string' ? search : ''}
        onChange={(words) => put('search', words === '' ? null : words.slice(0, 200))}
      />
      <FilterChips
        model={model}
        value={(where as Where | undefined) ?? null}
        onChange={(next) => put('where', next)}
      />
      <Menu
        items={columns.map(({ key, label, taken: on }) => ({
          kind: 'check',
          label,
          checked: on,
          disabled: on && taken === 1,
          onChange: (next) => put('fields', withColumns(columns, key, next)),
        }))}
      >
        {(trigger) => (
          <Button icon="columns" {...trigger}>
            {chosen ? t('{{count}} columns', { count: taken }) : t('All columns')}
          </Button>
        )}
      </Menu>
      {Array.isArray(sort) && sort.length > 0 && (
        <span className={styles.faint}>{t('In the order the list had.')}</span>
      )}
    </>
  )
}
