import type { PlacedRecord } from './arrange-lanes.ts'
import styles from './record-lanes.module.css'

/** Pixels from one record to the next; the same in the stylesheet. */
export const laneSize = { width: 232, height: 168, card: 200 } as const

/** From each record to what it was made from. */
export function LaneLines({ records, lanes }: { records: readonly PlacedRecord[]; lanes: number }) {
  const size = { width: records.length * laneSize.width, height: lanes * laneSize.height }
  return (
    <svg className={styles.lines} {...size} aria-hidden="true">
      {records.map(({ id, column, lane, parent }) => {
        if (!parent) return null
        const from = { x: parent.column * laneSize.width + laneSize.card, y: middleOf(parent.lane) }
        const to = { x: column * laneSize.width, y: middleOf(lane) }
        const bend = Math.max((to.x - from.x) / 2, 16)
        return (
          <path
            key={id}
            className={styles.line}
            d={`M ${from.x} ${from.y} C ${from.x + bend} ${from.y}, ${to.x - bend} ${to.y}, ${to.x} ${to.y}`}
          />
        )
      })}
    </svg>
  )
}

const middleOf = (lane: number): number => lane * laneSize.height + 44
