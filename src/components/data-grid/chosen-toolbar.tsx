import { lazy, Suspense, useState } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { Grid } from './grid-context.ts'
import styles from './data-grid.module.css'

const DeleteChosen = lazy(() =>
  import('./delete-chosen.tsx').then((module) => ({ default: module.DeleteChosen })),
)

const BulkEdit = lazy(() => import('./bulk-edit.tsx').then((module) => ({ default: module.BulkEdit })))

interface ChosenToolbarProps {
  grid: Grid
  view: ViewProps<typeof dataGrid>
  model: ModelDescription
  selected: readonly string[]
  onClear: () => void
}

/** Stands where the toolbar was while records are chosen: how many, and what can be done with them. */
export function ChosenToolbar({ grid, view, model, selected, onClear }: ChosenToolbarProps) {
  const t = useTranslate()
  const [deleting, setDeleting] = useState(false)
  const [editing, setEditing] = useState(false)
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('Chosen records')}>
      <div className={styles.start}>
        <strong className={styles.chosen} aria-live="polite">
          {t('{{count}} chosen', { count: selected.length })}
        </strong>
        {view.slots.toolbar}
        {grid.editable && selected.length > 0 && (
          <Button size="compact" icon="pencil" onClick={() => setEditing(true)}>
            {t('Change')}
          </Button>
        )}
        {view.props.delete && model.can.delete && selected.length > 0 && (
          <Button size="compact" icon="trash" onClick={() => setDeleting(true)}>
            {t('Delete')}
          </Button>
        )}
        <Button size="compact" variant="ghost" onClick={onClear}>
          {selected.length > 0 ? t('Clear choice') : t('Stop choosing')}
        </Button>
      </div>
      {editing && (
        <Suspense>
          <BulkEdit
            grid={grid}
            ids={selected}
            onClose={() => setEditing(false)}
            onDone={() => (setEditing(false), onClear())}
          />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <DeleteChosen
            open={deleting}
            onOpenChange={setDeleting}
            model={model}
            ids={selected}
            onDone={onClear}
          />
        </Suspense>
      )}
    </div>
  )
}
