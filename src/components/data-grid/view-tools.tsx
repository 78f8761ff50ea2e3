import { useEngine } from '#engine/engine-context.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import { exportRows, printLabels, repeatExport } from './export-rows.ts'
import type { Grid } from './grid-context.ts'
import type { GridQuestion } from './grid-query.ts'
import type { Density } from './use-grid-settings.ts'
import { viewMenu } from './view-menu.ts'

interface ViewToolsProps {
  grid: Grid
  question: GridQuestion
  density: Density
  /** Whether this reader may take the records away. */
  mayExport: boolean
}

const formats = [
  { format: 'Excel', icon: 'spreadsheet', key: 'xlsx' },
  { format: 'CSV', icon: 'file', key: 'csv' },
  { format: 'JSON', icon: 'code', key: 'json' },
] as const

/** The menus at the right of the toolbar: how the list looks, and taking it away as a file. */
export function ViewTools({ grid, question, density, mayExport }: ViewToolsProps) {
  const t = useTranslate()
  const engine = useEngine()
  const { api } = engine
  return (
    <>
      {grid.detail !== null && (
        <IconButton
          icon="sidebar"
          label={t('Details beside the list')}
          pressed={grid.detail}
          onClick={() => grid.setDetail(!grid.detail)}
        />
      )}
      <Menu align="end" items={viewMenu(grid, density)}>
        {(trigger) => <IconButton icon="columns" label={t('Columns and view')} {...trigger} />}
      </Menu>
      {mayExport && (
        <Menu
          align="end"
          items={[
            ...formats.map(({ format, icon, key }) => ({
              label: t('Export as {{format}}', { format }),
              icon,
              onSelect: () => exportRows(api, question, grid, key),
            })),
            // A plan takes what is there at each of its times, and a label leads to what is there now.
            ...(question.model.startsWith('sys_') || question.asOf
              ? []
              : [
                  {
                    label: t('Repeat this export …'),
                    icon: 'clock' as const,
                    onSelect: () => repeatExport(engine, question, grid),
                  },
                  {
                    label: t('QR labels to print'),
                    icon: 'grid' as const,
                    onSelect: () => printLabels(api, question, grid),
                  },
                ]),
          ]}
        >
          {(trigger) => <IconButton icon="download" label={t('Export')} {...trigger} />}
        </Menu>
      )}
    </>
  )
}
