/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { Icon } from '#ui/icon.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { classes } from '#ui/classes.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import styles from './data-grid.module.css'
import own from './grid-group.module.css'
import type { Grid } from './grid-context.ts'
import type { GroupLine } from './grid-lines.ts'
import { totalName } from './grid-query.ts'
import { TotalValue } from './grid-sums.tsx'
import { totalWords } from './total-words.ts'

interface GridGroupProps {
  grid: Grid
  item: GroupLine
  index: number
  style?: React.CSSProperties
  /** It stands among cards: then it is no row of a table, and takes the height its words need. */
  card?: boolean
}

/** The line of a group: what it is called, how many it holds, its totals. */
export function GridGroup({ grid, item, index, style, card = false }: GridGroupProps) {
  const t = useTranslate()
  const region = useRegion()
  const { by } = item
  const { cell: Cell } = fieldViewOf(by.field.type)
  const value = item.group[by.key]
  const totals = grid.columns.flatMap((column) => {
    const found = item.group[totalName(grid.all.findIndex(({ key }) => key === column.key))]
    return column.total && found !== undefined ? [{ column, value: found }] : []
  })
  return (
    <div
      {...(!card && {
        role: 'row',
        'aria-rowindex': index + 2,
      })}
      className={classes(own.group, card ? own.card : styles.row, !card && styles.across)}
      data-line={index}
      style={style}
    >
      <div
        {...(!card && {
          role: 'gridcell',
          id: `${grid.id}-${index}-0`,
          'aria-colspan': grid.columns.length,
          // In a table that is no tree a cell may say so, a row may not.
          'aria-expanded': item.open,
        })}
        className={classes(own.cell, grid.cursor?.row === index && styles.active)}
        style={{ paddingLeft: 10 + item.depth * 20 }}
      >
        <button
          type="button"
          // In a table the keys of the grid open and close it.
          {...(card ? { 'aria-expanded': item.open } : { tabIndex: -1 })}
          className={own.button}
          onClick={() => grid.toggle(item.key)}
        >
          <Icon name={item.open ? 'chevron-down' : 'chevron-right'} />
          <span className={own.name}>
            {isEmptyValue(value) ? (
              t('Without {{field}}', { field: by.label })
            ) : (
              <Cell value={value} field={by.field} row={item.group} />
            )}
          </span>
          <span className={own.count}>{formatNumber(Number(item.group['count'] ?? 0), region)}</span>
        </button>
        {totals.map((total) => (
          <span key={total.column.key} className={own.total}>
            {/* A sum needs no word: the label of the column says what was added up. */}
            {total.column.total && total.column.total !== 'sum' && `${t(totalWords[total.column.total])} `}
            {total.column.label} <TotalValue column={total.column} value={total.value} />
          </span>
        ))}
      </div>
    </div>
  )
}
