import { classes } from '#ui/classes.ts'
import type { Lanes, PlacedRecord } from './arrange-lanes.ts'
import { laneGap, laneSize } from './lane-size.ts'
import styles from './record-lanes.module.css'

/** From each record to what it was made from; the way to what was reached is drawn last, above the others. */
export function LaneLines({ records, lanes, width }: Lanes) {
  const ordered = records.toSorted((a, b) => Number(a.onWay) - Number(b.onWay))
  return (
    <svg className={styles.lines} width={width} height={lanes.length * laneSize.height} aria-hidden="true">
      {ordered.map((record) => {
        const path = linePath(record, records)
        return (
          path && (
            <path key={record.id} className={classes(styles.line, record.onWay && styles.way)} d={path} />
          )
        )
      })}
    </svg>
  )
}

const bend = 8

/**
 * From a record to its origin, never behind another one: straight on where nothing of the lane stands between them, else
 * out of the origin, along above the lane, down before the record and on to it. Null without an origin.
 */
export function linePath(
  { column, x, lane, parent }: PlacedRecord,
  records: readonly PlacedRecord[],
): string | null {
  if (!parent) return null
  const y = middleOf(lane)
  const between = records.some(
    (one) => one.lane === lane && one.column > parent.column && one.column < column,
  )
  if (lane === parent.lane && !between) return `M ${parent.x + laneSize.card} ${y} H ${x}`
  const out = parent.x + laneSize.card - 24
  const down = x - laneGap + bend
  const above = lane * laneSize.height - 10
  const turn = above < middleOf(parent.lane) ? bend : -bend
  return [
    `M ${out} ${middleOf(parent.lane)} V ${above + turn} Q ${out} ${above} ${out + bend} ${above}`,
    `H ${down - bend} Q ${down} ${above} ${down} ${above + bend}`,
    `V ${y - bend} Q ${down} ${y} ${down + bend} ${y} H ${x}`,
  ].join(' ')
}

const middleOf = (lane: number): number => lane * laneSize.height + 44
