import type { MenuEntry } from '#ui/menu.tsx'
import { t } from '#ui/translate.ts'
import { fitColumn } from './fit-column.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid } from './grid-context.ts'
import { narrowest } from './grid-layout.ts'
import { mostGroups } from './grid-query.ts'
import { sortedBy, withSort } from './grid-sort.ts'
import { totalWords } from './total-words.ts'

/** What can be done with a column, all of it without dragging. `heading` is the element it stands in. */
export function columnMenu(grid: Grid, column: GridColumn, heading: () => HTMLElement | null): MenuEntry[] {
  const { change, settings, table } = grid
  const held = table.getColumn(column.key)
  const sort = settings.sort ?? []
  const order = grid.columns.map(({ key }) => key)
  const place = order.indexOf(column.key)
  const move = (step: -1 | 1): void => {
    const next = [...order]
    const [moved] = next.splice(place, 1)
    if (moved) next.splice(place + step, 0, moved)
    table.setColumnOrder(next)
  }
  const widen = (by: number): void =>
    table.setColumnSizing((sizes) => ({
      ...sizes,
      [column.key]: Math.max(narrowest, (held?.getSize() ?? column.width) + by),
    }))
  const pinned = held?.getIsPinned()
  const sorted = sortedBy(sort, column)

  return [
    ...(column.sortBy === null
      ? []
      : [
          {
            label: t('Sort ascending'),
            icon: 'arrow-up',
            disabled: sorted === 'asc',
            onSelect: () => change({ sort: withSort([], column, 'asc') }),
          },
          {
            label: t('Sort descending'),
            icon: 'arrow-down',
            disabled: sorted === 'desc',
            onSelect: () => change({ sort: withSort([], column, 'desc') }),
          },
          ...(sort.some(({ field }) => field !== column.sortBy) && !sorted
            ? [
                {
                  label: t('Then sort by this'),
                  icon: 'sort',
                  shortcut: 'Shift+Enter',
                  onSelect: () => change({ sort: withSort(sort, column, 'asc') }),
                },
              ]
            : []),
          ...(sorted
            ? [
                {
                  label: t('Do not sort'),
                  icon: 'x',
                  onSelect: () => change({ sort: withSort(sort, column, null) }),
                },
              ]
            : []),
          { kind: 'separator' as const },
        ]),
    ...(grid.filterBy
      ? [
          {
            label: t('Filter by {{field}}', { field: column.label }),
            icon: 'filter',
            onSelect: () => grid.filterBy?.(column),
          },
        ]
      : []),
    ...groupEntries(grid, column),
    ...totalEntries(grid, column),
    { kind: 'separator' },
    { label: t('Move left'), icon: 'arrow-left', disabled: place <= 0, onSelect: () => move(-1) },
    {
      label: t('Move right'),
      icon: 'arrow-right',
      disabled: place >= order.length - 1,
      onSelect: () => move(1),
    },
    {
      label: t('As wide as its contents'),
      icon: 'columns',
      onSelect: () => {
        const element = heading()
        if (element) fitColumn(grid, column.key, element)
      },
    },
    { label: t('Wider'), icon: 'expand', onSelect: () => widen(40) },
    { label: t('Narrower'), icon: 'collapse', onSelect: () => widen(-40) },
    pinned
      ? { label: t('Release'), icon: 'pin', onSelect: () => held?.pin(false) }
      : { label: t('Keep at the left'), icon: 'pin', onSelect: () => held?.pin('left') },
    ...(pinned ? [] : [{ label: t('Keep at the right'), icon: 'pin', onSelect: () => held?.pin('right') }]),
    { kind: 'separator' },
    {
      label: t('Hide column'),
      icon: 'hidden',
      disabled: grid.columns.length <= 1,
      onSelect: () => held?.toggleVisibility(false),
    },
  ]
}

function groupEntries({ groups, change }: Grid, column: GridColumn): MenuEntry[] {
  const keys = groups.map(({ key }) => key)
  if (!column.groupable) return []
  if (keys.includes(column.key)) {
    const others = keys.filter((key) => key !== column.key)
    return [{ label: t('Do not group'), icon: 'rows', onSelect: () => change({ group: others }) }]
  }
  const alone = t('Group by {{field}}', { field: column.label })
  const also = t('Then group by {{field}}', { field: column.label })
  return [
    { label: alone, icon: 'rows', onSelect: () => change({ group: [column.key] }) },
    ...(keys.length > 0 && keys.length < mostGroups
      ? [{ label: also, icon: 'rows', onSelect: () => change({ group: [...keys, column.key] }) }]
      : []),
  ]
}

const nothing = 'nothing'

/** What is to stand below the column and in each group: a sum, say, as the status bar of a spreadsheet has it. */
function totalEntries({ change, settings }: Grid, column: GridColumn): MenuEntry[] {
  const { aggregates } = column.field
  if (aggregates.length === 0) return []
  const options = aggregates.map((value) => ({ value: value as string, label: t(totalWords[value]) }))
  return [
    {
      kind: 'submenu',
      label: t('Below the column'),
      icon: 'calculator',
      items: [
        {
          kind: 'choice',
          label: column.label,
          value: column.total ?? nothing,
          options: [{ value: nothing, label: t('Nothing') }, ...options],
          onChange: (value) =>
            change({
              totals: {
                ...settings.totals,
                [column.key]: aggregates.find((each) => each === value) ?? null,
              },
            }),
        },
      ],
    },
  ]
}
