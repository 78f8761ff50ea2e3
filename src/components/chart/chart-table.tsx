import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { valueAt, type ChartData, type ChartPoint } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'
import styles from './chart.module.css'

interface ChartTableProps {
  label: string
  data: ChartData
  words: ChartWords
  /** Only for screen readers: the picture is in sight. */
  hidden: boolean
  /** Not where only screen readers read it: what takes the focus must be seen. */
  onOpen: ((point: ChartPoint) => void) | null
}

const valueText = (value: string | null, words: ChartWords): string =>
  value === null ? '–' : words.value(value)

/** What the chart shows, exactly. */
export function ChartTable({ label, data, words, hidden, onOpen }: ChartTableProps) {
  const table = (
    <table className={styles.table}>
      <caption className={styles.caption}>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{words.group}</th>
          {data.series.map((one) => (
            <th key={one.name} scope="col" className={styles.number}>
              {words.series(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.points.map((point, at) => (
          <tr key={at}>
            <th scope="row">
              {onOpen && !hidden && point.value !== undefined ? (
                <button type="button" className={styles.open} onClick={() => onOpen(point)}>
                  {words.point(point)}
                </button>
              ) : (
                words.point(point)
              )}
            </th>
            {data.series.map((one) => (
              <td key={one.name} className={styles.number}>
                {valueText(valueAt(data, point, one.name), words)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return hidden ? <VisuallyHidden>{table}</VisuallyHidden> : table
}
