import { memo } from 'react'
import type { Row } from '#contracts/query.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { GridFrame } from './grid-context.ts'
import styles from './data-grid.module.css'

interface RowMenuProps {
  frame: Pick<GridFrame, 'rowActions' | 'act'>
  row: Row
  compact?: boolean
}

/**
 * What can be done with one record, behind three dots. Draws nothing where there is nothing to do. A line is drawn again
 * with every mark and sum in it; its menu is not.
 */
export const RowMenu = memo(function RowMenu({ frame, row, compact = false }: RowMenuProps) {
  const t = useTranslate()
  const actions = frame.rowActions.filter(({ only }) =>
    Object.entries(only ?? {}).every(([key, value]) => row[key] === value),
  )
  if (actions.length === 0) return null
  return (
    <Menu
      align="end"
      items={actions.map(({ key, label, icon, danger, shortcut }) => ({
        label,
        ...(shortcut && { shortcut: shortcut.replace('Arrow', '') }),
        ...(icon && { icon }),
        ...(danger && { tone: 'danger' as const }),
        onSelect: () => frame.act(key, row),
      }))}
    >
      {(trigger) => (
        <IconButton
          icon="dots"
          label={t('Actions')}
          {...(compact && { size: 'compact' as const, tabIndex: -1, className: styles.rowMenu })}
          {...trigger}
        />
      )}
    </Menu>
  )
})
