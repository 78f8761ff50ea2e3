import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { valueAt, type ChartData } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'
import styles from './chart.module.css'

interface ChartTableProps {
  label: string
  data: ChartData
  words: ChartWords
  /** Only for screen readers: the picture is in sight. */
  hidden: boolean
}

const valueText = (value: string | null, words: ChartWords): string =>
  value === null ? '–' : words.value(value)

/** What the chart shows, exactly. */
export function ChartTable({ label, data, words, hidden }: ChartTableProps) {
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
            <th scope="row">{words.point(point)}</th>
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
