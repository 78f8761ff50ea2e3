import type { MenuEntry } from '#ui/menu.tsx'
import { t } from '#ui/translate.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Grid } from './grid-context.ts'

/** How the grid looks: density, groups, which columns; and the way back to what the layout says. */
export function viewMenu(grid: Grid, all: readonly GridColumn[], density: 'compact' | 'roomy'): MenuEntry[] {
  const { change, settings, table } = grid
  const groupable = all.filter((column) => column.groupable)
  return [
    {
      kind: 'choice',
      label: t('Rows'),
      value: settings.density ?? density,
      options: [
        { value: 'compact', label: t('Compact') },
        { value: 'roomy', label: t('Roomy') },
      ],
      onChange: (value) => change({ density: value === 'roomy' ? 'roomy' : 'compact' }),
    },
    ...(groupable.length > 0
      ? [
          {
            kind: 'submenu' as const,
            label: grid.group ? t('Grouped by {{field}}', { field: grid.group.label }) : t('Group by'),
            icon: 'rows',
            items: [
              {
                kind: 'choice' as const,
                label: t('Group by'),
                value: grid.group?.key ?? '',
                options: [
                  { value: '', label: t('Nothing') },
                  ...groupable.map(({ key, label }) => ({ value: key, label })),
                ],
                onChange: (key: string) => change({ group: key === '' ? null : key }),
              },
            ],
          },
        ]
      : []),
    { kind: 'separator' },
    { kind: 'label', label: t('Columns') },
    ...all.map(({ key, label }): MenuEntry => {
      const column = table.getColumn(key)
      const shown = column?.getIsVisible() ?? false
      return {
        kind: 'check',
        label,
        checked: shown,
        disabled: shown && grid.columns.length <= 1,
        onChange: (on) => column?.toggleVisibility(on),
      }
    }),
    { kind: 'separator' },
    {
      label: t('Back to the usual view'),
      icon: 'undo',
      onSelect: () =>
        change({
          sort: undefined,
          group: undefined,
          density: undefined,
          widths: undefined,
          order: undefined,
          hidden: undefined,
          pins: undefined,
        } as never),
    },
  ]
}
