import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import { columnMenu } from './column-menu.ts'
import styles from './data-grid.module.css'
import type { Grid } from './grid-context.ts'
import type { GridColumn } from './grid-columns.ts'

/** The menu of a column. It comes after the lines: nobody opens one before. */
export function HeadMenu({ grid, column, index }: { grid: Grid; column: GridColumn; index: number }) {
  const t = useTranslate()
  return (
    <Menu
      items={columnMenu(grid, column, () => document.getElementById(`${grid.id}-h-${index}`))}
      align="end"
    >
      {(trigger) => (
        <button
          {...trigger}
          type="button"
          tabIndex={-1}
          data-column-menu={index}
          aria-label={t('Column {{name}}', { name: column.label })}
          className={styles.headMenu}
        >
          <Icon name="chevron-down" />
        </button>
      )}
    </Menu>
  )
}
