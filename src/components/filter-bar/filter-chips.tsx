import { lazy, Suspense, useState } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { useTranslate } from '#ui/translate.ts'
import { joined, partsOf } from './condition-parts.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'
import styles from './filter-chips.module.css'

// Nothing of the first screen: a list begins without conditions, or with those of a view.
const ConditionChips = lazy(() =>
  import('./condition-chips.tsx').then((module) => ({ default: module.ConditionChips })),
)
const ConditionEditor = lazy(() =>
  import('./condition-editor.tsx').then((module) => ({ default: module.ConditionEditor })),
)
const GroupDialog = lazy(() =>
  import('./group-dialog.tsx').then((module) => ({ default: module.GroupDialog })),
)

/** What is open: the condition at this place, a new one, or all of them in their groups. */
export type Shown = number | 'new' | 'group' | null

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
  const [open, setOpen] = useState<Shown>(null)
  const shown = adding ? 'new' : open
  const setShown = (next: Shown): void => {
    if (next === null) onAdding?.(null)
    setOpen(next)
  }
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

  return (
    <div className={styles.chips}>
      {parts.length > 0 && (
        <Suspense>
          <ConditionChips {...{ model, first, value, parts, shown, setShown, put }} />
        </Suspense>
      )}
      <Popover
        label={t('New condition')}
        open={shown === 'new'}
        onOpenChange={(next) => setShown(next ? 'new' : null)}
        content={
          <Suspense fallback={<EditorSkeleton />}>
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
