import { lazy, Suspense, useState } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import type { ViewSettings } from '#contracts/view.ts'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { FilterChips } from '../filter-bar/filter-chips.tsx'
import { SearchField } from '../search-box/search-field.tsx'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { Grid } from './grid-context.ts'
import type { SavedViews } from './use-saved-views.ts'
import type { GridQuestion } from './grid-query.ts'
import styles from './data-grid.module.css'

const DeleteChosen = lazy(() =>
  import('./delete-chosen.tsx').then((module) => ({ default: module.DeleteChosen })),
)

const BulkEdit = lazy(() => import('./bulk-edit.tsx').then((module) => ({ default: module.BulkEdit })))

const ViewTools = lazy(() => import('./view-tools.tsx').then((module) => ({ default: module.ViewTools })))

const ViewPicker = lazy(() => import('./view-picker.tsx').then((module) => ({ default: module.ViewPicker })))

interface GridToolbarProps {
  grid: Grid
  view: ViewProps<typeof dataGrid>
  model: ModelDescription
  question: GridQuestion
  words: string
  onWords: (words: string) => void
  filters: Where | null
  onFilters: (where: Where | null) => void
  /** The field of a condition that is being added from a column's menu. */
  adding: string | null
  onAdding: (field: string | null) => void
  saved: SavedViews
  now: ViewSettings
  onRevert: () => void
  onSaved: () => void
  /** Records are cards. */
  narrow: boolean
  selected: readonly string[]
  onClear: () => void
}

/** One row above the table: what narrows it at the left, what it shows at the right; or what to do with the chosen. */
export function GridToolbar(props: GridToolbarProps) {
  const {
    grid,
    view,
    model,
    question,
    words,
    onWords,
    filters,
    onFilters,
    adding,
    onAdding,
    selected,
    onClear,
  } = props
  const t = useTranslate()
  const region = useRegion()
  const [deleting, setDeleting] = useState(false)
  const [editing, setEditing] = useState(false)
  const { total } = grid.lines
  const mayExport = view.props.export && model.can.export
  const count = total === null ? null : formatNumber(total, region)

  if (selected.length > 0 || grid.choosing) {
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
  return (
    <div className={styles.toolbar}>
      <div className={styles.start}>
        {view.props.views && (
          <Suspense fallback={<span style={{ width: 84 }} />}>
            <ViewPicker
              saved={props.saved}
              now={props.now}
              onRevert={props.onRevert}
              onSaved={props.onSaved}
            />
          </Suspense>
        )}
        {view.props.search_box && (
          <SearchField
            label={t('Search {{model}}', { model: grid.label })}
            value={words}
            onChange={onWords}
          />
        )}
        {view.props.filter_bar && (
          <FilterChips
            model={model}
            value={filters}
            onChange={onFilters}
            adding={adding}
            onAdding={onAdding}
          />
        )}
        {view.slots.toolbar}
      </div>
      <div className={styles.end}>
        {grid.others.faces}
        <output className={styles.count}>
          {count !== null && (total === 1 ? t('1 item') : t('{{number}} items', { number: count ?? '' }))}
        </output>
        {props.narrow && grid.mayChoose && total !== 0 && (grid.settings.kind ?? 'grid') === 'grid' && (
          <Button variant="ghost" icon="check" onClick={() => grid.setChoosing(true)}>
            {t('Choose')}
          </Button>
        )}
        <Suspense fallback={<span style={{ width: mayExport ? 66 : 32 }} />}>
          <ViewTools grid={grid} question={question} density={view.props.density} mayExport={mayExport} />
        </Suspense>
      </div>
    </div>
  )
}
