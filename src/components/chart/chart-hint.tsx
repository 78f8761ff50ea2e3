import { valueAt, type ChartData, type ChartPoint } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'
import styles from './chart.module.css'

interface ChartHintProps {
  /** Given by the chart: what is under the pointer. */
  active?: boolean
  payload?: readonly { payload?: { name?: unknown } }[]
  lines: readonly { name: string; point: ChartPoint }[]
  data: ChartData
  words: ChartWords
}

// With one series a point may have the colour of its option.
const colourAt = (point: ChartPoint, series: string | undefined, at: number): string =>
  series ?? (at === 0 ? point.colour : undefined) ?? `var(--chart-${(at % 8) + 1})`

/** The exact values under the pointer. */
export function ChartHint({ active, payload, lines, data, words }: ChartHintProps) {
  const line = active ? lines.find(({ name }) => name === payload?.[0]?.payload?.name) : undefined
  if (!line) return null
  return (
    <div className={styles.hint}>
      <strong>{line.name}</strong>
      {data.series.map((one, index) => {
        const value = valueAt(data, line.point, one.name)
        if (value === null) return null
        return (
          <span key={one.name} className={styles.hintLine}>
            <span className={styles.swatch} style={{ background: colourAt(line.point, one.colour, index) }} />
            {words.series(one)}
            <span className={styles.legendValue}>{words.value(value)}</span>
          </span>
        )
      })}
    </div>
  )
}
