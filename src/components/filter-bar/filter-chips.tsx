import { lazy, Suspense, useState } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/popover.tsx'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { joined, partsOf } from './condition.ts'
import styles from './filter-chips.module.css'
import { useRecordNames } from './use-record-names.ts'
import { whereWords } from './where-words.ts'

const ConditionEditor = lazy(() =>
  import('./condition-editor.tsx').then((module) => ({ default: module.ConditionEditor })),
)
const GroupDialog = lazy(() =>
  import('./group-dialog.tsx').then((module) => ({ default: module.GroupDialog })),
)

interface FilterChipsProps {
  model: ModelDescription
  /** Offered first. */
  first?: readonly string[] | undefined
  value: Where | null
  onChange: (where: Where | null) => void
  /** Opens a new condition on this field, from a column's menu. */
  adding?: string | null
  onAdding?: (field: string | null) => void
}

/** One chip for each condition that holds, and a button for another. */
export function FilterChips({ model, first, value, onChange, adding, onAdding }: FilterChipsProps) {
  const t = useTranslate()
  const region = useRegion()
  const [open, setOpen] = useState<number | 'new' | 'group' | null>(null)
  const shown = adding ? 'new' : open
  const setShown = (next: number | 'new' | 'group' | null): void => {
    if (next === null) onAdding?.(null)
    setOpen(next)
  }
  const fields = new Map(model.fields.map((field) => [field.key, field]))
  const nameOf = useRecordNames(model, value)
  const parts = partsOf(value)
  const put = (at: number, part: Where | null): void => {
    onChange(
      joined(
        part
          ? [...parts.slice(0, at), part, ...parts.slice(at + 1)]
          : parts.filter((_part, other) => other !== at),
      ),
    )
    setShown(null)
  }
  const waiting = (
    <div className={styles.editor}>
      <Skeleton lines={3} />
    </div>
  )

  return (
    <div className={styles.chips}>
      {parts.map((part, at) => {
        const words = whereWords(part, fields, region, nameOf)
        return (
          <span key={`${at} ${words}`} className={styles.chip}>
            {'field' in part ? (
              <Popover
                label={t('Change condition')}
                open={shown === at}
                onOpenChange={(next) => setShown(next ? at : null)}
                content={
                  <Suspense fallback={waiting}>
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
      })}
      <Popover
        label={t('New condition')}
        open={shown === 'new'}
        onOpenChange={(next) => setShown(next ? 'new' : null)}
        content={
          <Suspense fallback={waiting}>
            <ConditionEditor
              key={adding ?? 'new'}
              model={model}
              first={first}
              field={adding ?? undefined}
              onTake={(next) => put(parts.length, next)}
              onCombine={() => setShown('group')}
            />
          </Suspense>
        }
      >
        {(trigger) => (
          <Button variant={parts.length === 0 ? 'secondary' : 'ghost'} icon="filter" {...trigger}>
            {parts.length === 0 ? t('Filter') : t('Add condition')}
          </Button>
        )}
      </Popover>
      {parts.length > 1 && (
        <Button variant="ghost" onClick={() => onChange(null)}>
          {t('Clear')}
        </Button>
      )}
      {shown === 'group' && (
        <Suspense>
          <GroupDialog
            model={model}
            value={value}
            onClose={() => setShown(null)}
            onTake={(next) => {
              onChange(next)
              setShown(null)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
