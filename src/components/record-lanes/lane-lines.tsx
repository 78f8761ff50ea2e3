import type { PlacedRecord } from './arrange-lanes.ts'
import styles from './record-lanes.module.css'

/** Pixels from one record to the next; the same in the stylesheet. */
export const laneSize = { width: 232, height: 168, card: 200 } as const

/** From each record to what it was made from. */
export function LaneLines({ records, lanes }: { records: readonly PlacedRecord[]; lanes: number }) {
  const size = { width: records.length * laneSize.width, height: lanes * laneSize.height }
  return (
    <svg className={styles.lines} {...size} aria-hidden="true">
      {records.map((record) => {
        const path = linePath(record, records)
        return path && <path key={record.id} className={styles.line} d={path} />
      })}
    </svg>
  )
}

const bend = 8

/**
 * From a record to its origin, never behind another one: straight on where nothing of the lane stands between them, else
 * out of the origin, along above the lane, and down beside the record. Null without an origin.
 */
export function linePath(
  { column, lane, parent }: PlacedRecord,
  records: readonly PlacedRecord[],
): string | null {
  if (!parent) return null
  const [y, end] = [middleOf(lane), column * laneSize.width]
  const between = records.some(
    (one) => one.lane === lane && one.column > parent.column && one.column < column,
  )
  if (lane === parent.lane && !between)
    return `M ${parent.column * laneSize.width + laneSize.card} ${y} H ${end}`
  const out = parent.column * laneSize.width + laneSize.card - 24
  const above = lane * laneSize.height - 10
  const turn = above < middleOf(parent.lane) ? bend : -bend
  return [
    `M ${out} ${middleOf(parent.lane)} V ${above + turn} Q ${out} ${above} ${out + bend} ${above}`,
    `H ${end - 2 * bend} Q ${end - bend} ${above} ${end - bend} ${above + bend}`,
    `V ${y - bend} Q ${end - bend} ${y} ${end} ${y}`,
  ].join(' ')
}

const middleOf = (lane: number): number => lane * laneSize.height + 44
