import { useMemo } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { joined, partsOf } from '../filter-bar/condition-parts.ts'
import { KanbanBoard } from '../kanban/kanban-board.tsx'
import { dayFields, pictureFields, sortingFields, type ListSource } from '../list-source/list-source.ts'
import { PivotSheet } from '../pivot-table/pivot-sheet.tsx'
import { MonthBoard } from '../record-calendar/month-board.tsx'
import { GalleryCards } from '../record-gallery/gallery-cards.tsx'
import type { Grid } from './grid-context.ts'
import type { GridQuestion } from './grid-query.ts'
import styles from './other-view.module.css'

interface OtherViewProps {
  grid: Grid
  question: GridQuestion
  height?: number | undefined
  filters: Where | null
  onFilters: (filters: Where | null) => void
}

/** Columns of the list that a card shows beside the record's name. */
const facts = 4

/** The same records looked at in another way: board, calendar, gallery or pivot table, with the fields it is laid out by. */
export function OtherView({ grid, question, height, filters, onFilters }: OtherViewProps) {
  const { model, settings, columns, editable, canOpen, hrefOf, titleKey } = grid
  const { where, search, sort, extra, asOf = null } = question
  const source = useMemo<ListSource>(
    () => ({
      model,
      where,
      search: search ?? '',
      sort,
      facts: columns
        .filter(({ key }) => key !== titleKey && !key.includes('.'))
        .slice(0, facts)
        .map(({ field }) => field),
      extra,
      asOf,
      editable,
      hrefOf,
      ...(canOpen && { open: (row) => grid.open(row) }),
    }),
    // `grid` is new at every drawing; what it opens with is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [model, where, search, sort, columns, extra, asOf, editable, canOpen, hrefOf, titleKey],
  )
  const label = grid.label
  const sorting = sortingFields(model)
  switch (settings.kind) {
    case 'kanban': {
      const by = chosen(sorting, settings.by)
      return by ? (
        <>
          <Choices grid={grid} fields={{ by: sorting }} shown={{ by: by.key }} />
          <KanbanBoard source={source} by={by} label={label} height={height} />
        </>
      ) : (
        <NoField />
      )
    }
    case 'calendar': {
      const days = dayFields(model)
      const by = chosen(days, settings.by)
      // A last day ends first days, a moment moments.
      const ends = days.filter(({ key, type }) => key !== by?.key && type === by?.type)
      const until = ends.find(({ key }) => key === settings.until)
      return by ? (
        <>
          <Choices
            grid={grid}
            fields={{ by: days, until: ends }}
            shown={{ by: by.key, until: until?.key ?? '' }}
          />
          <MonthBoard source={source} by={by} until={until} label={label} height={height} />
        </>
      ) : (
        <NoField />
      )
    }
    case 'gallery':
      return (
        <GalleryCards
          source={source}
          picture={pictureFields(model)[0] ?? null}
          label={label}
          height={height}
        />
      )
    case 'pivot': {
      const rows = chosen(sorting, settings.rows)
      const numbers = model.fields.filter(({ aggregates, system }) => !system && aggregates.includes('sum'))
      return rows ? (
        <>
          <Choices
            grid={grid}
            fields={{ rows: sorting, by: sorting, measure: numbers }}
            shown={{ rows: rows.key, by: settings.by ?? '', measure: settings.measure ?? '' }}
          />
          <PivotSheet
            source={source}
            rows={rows.key}
            by={settings.by}
            measure={settings.measure}
            fn="sum"
            label={label}
            height={height}
            onLook={(conditions) => {
              onFilters(joined([...partsOf(filters), ...conditions]))
              grid.change({ kind: 'grid' })
            }}
          />
        </>
      ) : (
        <NoField />
      )
    }
    default:
      return null
  }
}

const chosen = (fields: readonly FieldDescription[], key: string | undefined): FieldDescription | undefined =>
  fields.find((field) => field.key === key) ?? fields[0]

type Choice = 'rows' | 'by' | 'measure' | 'until'

/** By which fields the view is laid out. */
function Choices({
  grid,
  fields,
  shown,
}: {
  grid: Grid
  fields: Partial<Record<Choice, readonly FieldDescription[]>>
  shown: Partial<Record<Choice, string>>
}) {
  const t = useTranslate()
  const labels: Record<Choice, string> = {
    rows: t('Rows by'),
    by: grid.settings.kind === 'calendar' ? t('Days by') : t('Columns by'),
    measure: t('Adds up'),
    until: t('Until'),
  }
  return (
    <div className={styles.choices}>
      {(['rows', 'by', 'measure', 'until'] as const).map((choice) => {
        const offered = fields[choice]
        const mayBeNone =
          choice === 'measure' || choice === 'until' || (choice === 'by' && grid.settings.kind === 'pivot')
        return (
          offered &&
          offered.length > 0 && (
            <SelectField
              key={choice}
              compact
              label={labels[choice]}
              value={shown[choice] ?? ''}
              onChange={(key) => grid.change({ [choice]: key })}
              options={[
                ...(mayBeNone
                  ? [{ value: '', label: choice === 'measure' ? t('How many') : t('Nothing') }]
                  : []),
                ...offered.map(({ key, label }) => ({ value: key, label })),
              ]}
            />
          )
        )
      })}
    </div>
  )
}

function NoField() {
  const t = useTranslate()
  return <Notice>{t('These records have no field it could be laid out by. Choose another view.')}</Notice>
}
