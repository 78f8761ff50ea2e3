/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are virtual and placed by CSS: as table elements they would lose their roles */
import { memo } from 'react'
import type { AggregateFunction } from '#contracts/field-types.ts'
import type { Row } from '#contracts/query.ts'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { roundHalfUp, decimal } from '#base/decimal.ts'
import { decimalOf, isNumeric } from '../field/field-traits.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { moneySums } from '../field/money-sums.ts'
import { MoneyTotal } from '../field/money-total.tsx'
import styles from './data-grid.module.css'
import own from './grid-sums.module.css'
import type { GridColumn } from './grid-columns.ts'
import type { GridFrame } from './grid-context.ts'
import { totalName } from './grid-query.ts'
import { cellStyle } from './cell-style.ts'
import { totalWords } from './total-words.ts'

/** Signs for the foot of a narrow column, where a word would be cut off. */
const signs: Partial<Record<AggregateFunction, string>> = { sum: 'Σ', avg: 'Ø' }

interface GridSumsProps {
  frame: GridFrame
  /** Every column there is: totals are named by their place among them. */
  all: readonly GridColumn[]
  sums: Row
}

/** The totals of everything the conditions let through, below the rows. */
export const GridSums = memo(function GridSums({ frame, all, sums }: GridSumsProps) {
  const t = useTranslate()
  return (
    <div role="row" className={styles.sums}>
      {frame.selectable && <div aria-hidden className={classes(styles.cell, styles.selectCell)} />}
      {frame.columns.map((column, at) => (
        <div
          key={column.key}
          role="gridcell"
          className={classes(styles.cell, isNumeric(column.field.type) && styles.number)}
          style={cellStyle(frame, column, at)}
        >
          {column.total && (
            <>
              <span className={own.name} {...tooltip(t(totalWords[column.total]))}>
                {signs[column.total] ? (
                  <>
                    <span aria-hidden>{signs[column.total]}</span>
                    <VisuallyHidden>{t(totalWords[column.total])}</VisuallyHidden>
                  </>
                ) : (
                  t(totalWords[column.total])
                )}
              </span>
              <TotalValue
                column={column}
                width={column.width}
                value={sums[totalName(all.findIndex(({ key }) => key === column.key))]}
              />
            </>
          )}
        </div>
      ))}
      <div
        aria-hidden
        className={classes(styles.cell, styles.rest, frame.rowActions.length > 0 && styles.actions)}
      />
    </div>
  )
})

interface TotalValueProps {
  column: GridColumn
  value: unknown
  /** Pixels there are; absent: as many as it takes. */
  width?: number
}

/** A total in the look of its column; counts are plain numbers. An average shows no more digits than its field. */
export function TotalValue({ column, value, width }: TotalValueProps) {
  const region = useRegion()
  if (column.total === 'count' || column.total === 'count_distinct')
    return <>{formatNumber(Number(value ?? 0), region)}</>
  const sums = moneySums(value)
  if (sums)
    return <MoneyTotal sums={sums} scale={column.field.scale} {...(width !== undefined && { width })} />
  const { cell: Cell } = fieldViewOf(column.field.type)
  const digits = column.total === 'avg' ? decimalOf(value) : null
  const shown = digits === null ? value : roundHalfUp(decimal(digits), column.field.scale ?? 2)
  return <Cell value={shown} field={column.field} />
}
