import { useState } from 'react'
import { isDecimalText } from '#base/decimal.ts'
import { formatDate, formatDecimal, formatMoney, type Region } from '#ui/format.ts'
import { formatMonth, isMonth } from '#ui/month.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ChartData } from '../chart/chart-data.ts'
import { ChartDrawing } from '../chart/chart-drawing.tsx'
import { ChartTable } from '../chart/chart-table.tsx'
import type { ChartWords } from '../chart/chart-words.ts'
import styles from '../chart/chart.module.css'
import { decimalOf } from '../field/field-traits.ts'
import type { ViewProps } from '../view-props.ts'
import type { valueChart } from './value-chart.definition.ts'

type Props = ViewProps<typeof valueChart>['props']

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Values that were worked out, as a picture and as the table behind it. */
export function ValueChart({ props, pending }: ViewProps<typeof valueChart>) {
  const { kind, label, rows, series, along_label, currency, unit, height } = props
  const t = useTranslate()
  const region = useRegion()
  const [asTable, setAsTable] = useState(false)
  const short = new Intl.NumberFormat(region.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const labels = new Map(series.map((one) => [one.key, one.label]))
  const words: ChartWords = {
    group: along_label,
    measure: label,
    point: ({ value }) => (typeof value === 'string' ? pointText(value, region) : ''),
    series: ({ name }) => labels.get(name) ?? name,
    value: (text) =>
      currency
        ? formatMoney(text, currency, region)
        : `${formatDecimal(text, region)}${unit ? ` ${unit}` : ''}`,
    tick: (value) => short.format(value),
  }
  const data = rows && dataOf(rows, props)
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{label}</span>
        {data && data.points.length > 0 && (
          <IconButton
            icon={asTable ? 'chart' : 'table'}
            size="compact"
            label={asTable ? t('Show as a chart') : t('Show as a table')}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </figcaption>
      <div className={styles.body} style={{ height: asTable ? undefined : height, minHeight: height }}>
        {pending || !data ? (
          <Skeleton height="100%" />
        ) : data.points.length === 0 ? (
          <EmptyState compact icon="chart" title={t('Nothing to show')} />
        ) : (
          <>
            {!asTable && <ChartDrawing kind={kind} data={data} words={words} height={height} onOpen={null} />}
            <ChartTable label={label} data={data} words={words} hidden={!asTable} onOpen={null} />
          </>
        )}
      </div>
    </figure>
  )
}

function pointText(value: string, region: Region): string {
  if (dayPattern.test(value)) return formatDate(value, region)
  return isMonth(value) ? formatMonth(value, region) : value
}

function dataOf(rows: NonNullable<Props['rows']>, { along, series }: Props): ChartData {
  return {
    gaps: true,
    series: series.map(({ key }) => ({ name: key, value: key, row: null })),
    points: rows.map((row) => ({
      value: row[along] ?? '',
      row: null,
      values: Object.fromEntries(
        series.flatMap(({ key }) => {
          const text = decimalOf(row[key])
          return text !== null && isDecimalText(text) ? [[key, text]] : []
        }),
      ),
    })),
  }
}
