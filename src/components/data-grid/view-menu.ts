import type { ViewKind } from '#contracts/view.ts'
import type { MenuEntry } from '#ui/menu.tsx'
import { t } from '#ui/translate.ts'
import type { Density } from './use-grid-settings.ts'
import { mostGroups } from './grid-query.ts'
import type { Grid } from './grid-context.ts'

/** How the grid looks: density, groups, which columns; and the way back to what the layout says. */
export function viewMenu(grid: Grid, density: Density): MenuEntry[] {
  const { change, settings } = grid
  const groups = grid.groups.map(({ key }) => key)
  const groupable = grid.all.filter((column) => column.groupable)
  return [
    {
      kind: 'choice',
      label: t('Show as'),
      value: settings.kind ?? 'grid',
      options: [
        { value: 'grid', label: t('Table'), icon: 'table' },
        { value: 'kanban', label: t('Board'), icon: 'kanban' },
        { value: 'calendar', label: t('Calendar'), icon: 'calendar' },
        { value: 'gallery', label: t('Gallery'), icon: 'image' },
        { value: 'pivot', label: t('Pivot table'), icon: 'grid' },
      ],
      onChange: (kind) => change({ kind: kind as ViewKind }),
    },
    { kind: 'separator' },
    {
      kind: 'choice',
      label: t('Rows'),
      value: settings.density ?? density,
      options: [
        { value: 'compact', label: t('Compact') },
        { value: 'roomy', label: t('Roomy') },
        { value: 'tall', label: t('Tall, with line breaks') },
      ],
      onChange: (value) => change({ density: value as Density }),
    },
    ...(groupable.length > 0
      ? [
          {
            kind: 'submenu' as const,
            label:
              grid.groups.length > 0
                ? t('Grouped by {{field}}', { field: grid.groups.map(({ label }) => label).join(', ') })
                : t('Group by'),
            icon: 'rows',
            items: groupable.map(({ key, label }): MenuEntry => ({
              kind: 'check',
              label:
                groups.length > 1 && groups.includes(key) ? `${groups.indexOf(key) + 1}. ${label}` : label,
              checked: groups.includes(key),
              disabled: !groups.includes(key) && groups.length >= mostGroups,
              onChange: (on) =>
                change({ group: on ? [...groups, key] : groups.filter((one) => one !== key) }),
            })),
          },
        ]
      : []),
    { kind: 'separator' },
    { kind: 'label', label: t('Columns') },
    ...grid.all.map(({ key, label }): MenuEntry => {
      const column = grid.table.getColumn(key)
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
    ...(grid.look ? [{ label: t('Look at the past'), icon: 'history', onSelect: grid.look }] : []),
    {
      label: t('Back to the usual view'),
      icon: 'undo',
      onSelect: grid.reset,
    },
  ]
}
