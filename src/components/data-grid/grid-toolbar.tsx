import { lazy, Suspense, useEffect, useMemo } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import type { ViewSettings } from '#contracts/view.ts'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { whenIdle } from '#ui/when-idle.ts'
import { FilterChips } from '../filter-bar/filter-chips.tsx'
import { SearchField } from '../search-box/search-field.tsx'
import type { ViewProps } from '../view-props.ts'
import type { dataGrid } from './data-grid.definition.ts'
import type { Grid } from './grid-context.ts'
import type { SavedViews } from './use-saved-views.ts'
import type { GridQuestion } from './grid-query.ts'
import styles from './data-grid.module.css'

// Fetched when the list is at rest: then it stands there with the first record that is chosen.
let chosenToolbar: typeof import('./chosen-toolbar.tsx').ChosenToolbar | null = null
const loadChosen = async () => (chosenToolbar = (await import('./chosen-toolbar.tsx')).ChosenToolbar)
const LateChosen = lazy(async () => ({ default: await loadChosen() }))

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
  const { total } = grid.lines
  const mayExport = view.props.export && model.can.export
  const count = total === null ? null : formatNumber(total, region)

  const isChosen = selected.length > 0 || grid.choosing
  // The same for as long as records are chosen, so that what is open in it stays.
  const ChosenToolbar = useMemo(() => (isChosen && chosenToolbar) || LateChosen, [isChosen])
  useEffect(() => whenIdle(loadChosen), [])
  if (isChosen)
    return (
      <Suspense fallback={<div className={styles.toolbar} />}>
        <ChosenToolbar grid={grid} view={view} model={model} selected={selected} onClear={onClear} />
      </Suspense>
    )
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
