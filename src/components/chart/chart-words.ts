import type { FieldDescription } from '#contracts/model-description.ts'
import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { formatDate, formatDecimal, formatMoney, type Region } from '#ui/format.ts'
import type { Translate } from '#ui/translate.ts'
import { isNumeric, optionsOf, titleOf } from '../field/field-traits.ts'
import type { ChartData, ChartPoint, ChartQuestion } from './chart-data.ts'

/** How the parts of a chart are called and its values written. */
export interface ChartWords {
  group: string
  measure: string
  point(point: ChartPoint): string
  series(one: ChartData['series'][number]): string
  /** The exact value, with its unit. */
  value(text: string): string
  /** Short, for an axis. */
  tick(value: number): string
}

const measures = {
  count: 'Number',
  count_distinct: 'Different',
  sum: 'Sum',
  avg: 'Average',
  min: 'Least',
  max: 'Most',
} as const

/** The words of a chart for this reader. */
export function chartWords(
  question: ChartQuestion,
  measured: FieldDescription | null,
  region: Region,
  t: Translate,
): ChartWords {
  const { fn } = question.aggregate
  const plain = fn === 'count' || fn === 'count_distinct' || !measured
  const measure = plain ? t(measures[fn]) : `${t(measures[fn])}: ${measured.label}`
  const short = new Intl.NumberFormat(region.locale, { notation: 'compact', maximumFractionDigits: 1 })
  const named = (field: FieldDescription, value: unknown, row: ChartPoint['row']): string => {
    if (value === null || value === undefined || value === '')
      return t('Without {{field}}', { field: field.label })
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    if (field.type === 'relation' || field.type === 'user')
      return titleOf(value, field, row ?? undefined) ?? '…'
    if (typeof value === 'string' && (field.type === 'date' || field.type === 'datetime'))
      return formatDate(value, region)
    if (isNumeric(field.type)) return formatDecimal(String(value), region)
    return optionsOf(field).find((option) => option.value === value)?.label ?? String(value)
  }
  return {
    group: question.group.label,
    measure,
    point: (point) =>
      point.value === undefined ? t('All others') : named(question.group, point.value, point.row),
    series: (one) => (question.split ? named(question.split, one.value, one.row) : measure),
    value(text) {
      if (plain) return formatDecimal(text, region)
      const shown =
        fn === 'avg' ? roundHalfUp(decimal(text), measured.scale ?? 2) : decimalText(decimal(text))
      if (measured.currency) return formatMoney(shown, measured.currency, region)
      return `${formatDecimal(shown, region, { minDigits: Math.min(measured.scale ?? 0, 2) })}${measured.unit ? ` ${measured.unit}` : ''}`
    },
    tick: (value) => short.format(value),
  }
}
