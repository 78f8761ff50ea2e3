import { lazy, Suspense } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import type { Shown } from './filter-chips.tsx'
import styles from './filter-chips.module.css'
import { useRecordNames } from './use-record-names.ts'
import { whereWords } from './where-words.ts'

const ConditionEditor = lazy(() =>
  import('./condition-editor.tsx').then((module) => ({ default: module.ConditionEditor })),
)

interface ConditionChipsProps {
  model: ModelDescription
  /** Offered first. */
  first?: readonly string[] | undefined
  value: Where | null
  /** Its conditions, each of which is a chip. */
  parts: readonly Where[]
  shown: Shown
  setShown: (next: Shown) => void
  /** Puts another condition at a place, or takes the one there away. */
  put: (at: number, part: Where | null) => void
}

/** One chip for each condition that holds: its words to change it, a cross to take it away. */
export function ConditionChips({ model, first, value, parts, shown, setShown, put }: ConditionChipsProps) {
  const t = useTranslate()
  const region = useRegion()
  const fields = new Map(model.fields.map((field) => [field.key, field]))
  const nameOf = useRecordNames(model, value)
  return parts.map((part, at) => {
    const words = whereWords(part, fields, region, nameOf)
    return (
      <span key={`${at} ${words}`} className={styles.chip}>
        {'field' in part ? (
          <Popover
            label={t('Change condition')}
            open={shown === at}
            onOpenChange={(next) => setShown(next ? at : null)}
            content={
              <Suspense fallback={<EditorSkeleton />}>
                <ConditionEditor
                  model={model}
                  first={first}
                  condition={part}
                  onTake={(next) => put(at, next)}
                />
              </Suspense>
            }
          >
            {(trigger) => (
              <button type="button" className={styles.words} {...trigger}>
                {words}
              </button>
            )}
          </Popover>
        ) : (
          <button type="button" className={styles.words} onClick={() => setShown('group')}>
            {words}
          </button>
        )}
        <button
          type="button"
          className={styles.remove}
          aria-label={t('Remove condition: {{condition}}', { condition: words })}
          onClick={() => put(at, null)}
        >
          <Icon name="x" />
        </button>
      </span>
    )
  })
}
