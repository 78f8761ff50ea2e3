import { Fragment, useDeferredValue, useMemo } from 'react'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import type { Row } from '#contracts/query.ts'
import { formatDecimal, formatMoney, formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import type { Grid } from './grid-context.ts'
import type { Range } from './grid-cursor.ts'
import { useEdits, type AllEdits } from './grid-edits.ts'
import { rangeFacts } from './range-facts.ts'
import styles from './range-sums.module.css'
import { withEdits } from './use-cell-edits.ts'

/** More rows than this are not added up while they are being chosen; the foot of a column has the total of all. */
const mostRows = 5000

/** Count, average and sum of the chosen cells, as the status bar of a spreadsheet has them. */
export function RangeSums({ grid, range }: { grid: Grid; range: Range }) {
  const t = useTranslate()
  const region = useRegion()
  const { lines, columns } = grid
  const edits = useEdits(grid.edits.store)
  // A range that is being dragged is added up when there is time for it.
  const { top, bottom, left, right } = useDeferredValue(range)
  const facts = useMemo(() => {
    const rows = bottom - top < mostRows ? shownRows(lines, edits, top, bottom) : null
    return rows && rangeFacts(columns.slice(left, right + 1), rows)
  }, [lines, edits, columns, top, bottom, left, right])
  if (!facts || facts.filled === 0) return null
  const { filled, numbers } = facts
  const written = (value: string, digits: number): string => {
    const kept = value.split('.')[1]?.length ?? 0
    const text = kept > digits ? roundHalfUp(decimal(value), digits) : value
    if (numbers?.currency) return formatMoney(text, numbers.currency, region)
    return `${formatDecimal(text, region)}${numbers?.unit ? ` ${numbers.unit}` : ''}`
  }
  const words = [
    [t('Count'), formatNumber(filled, region)],
    ...(numbers
      ? [
          [t('Min.'), written(numbers.smallest, 6)],
          [t('Max.'), written(numbers.largest, 6)],
          [t('Average'), written(numbers.average, 4)],
          [t('Sum'), written(numbers.sum, 6)],
        ]
      : []),
  ]
  return (
    <output className={styles.facts} data-foot={lines.sums ? '' : undefined}>
      {words.map(([label, value]) => (
        <Fragment key={label}>
          <span className={styles.fact}>
            <span>{label}</span> <b>{value}</b>
          </span>{' '}
        </Fragment>
      ))}
    </output>
  )
}

/** The chosen records with what is being edited; null while some have not arrived, as a part of a sum is none. */
function shownRows(lines: Grid['lines'], edits: AllEdits, top: number, bottom: number): Row[] | null {
  const rows: Row[] = []
  for (let index = top; index <= bottom; index += 1) {
    const line = lines.list.at(index)
    if (line?.kind !== 'row') continue
    if (!line.row) return null
    rows.push(withEdits(line.row, edits.get(String(line.row['id']))))
  }
  return rows
}
