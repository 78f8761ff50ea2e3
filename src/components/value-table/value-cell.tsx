import { decimalText, type Decimal } from '#base/decimal.ts'
import { unitText } from '#base/unit-text.ts'
import { Amount } from '#ui/amount.tsx'
import { formatMonth, isMonth } from '#ui/month.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { classes } from '#ui/classes.ts'
import { useTranslate } from '#ui/translate.ts'
import { TimeText } from '#ui/time-text.tsx'
import { numberIn } from './largest-of.ts'
import type { ValueKind } from './value-table.definition.ts'
import styles from './value-table.module.css'

/** A text of no more letters is a number or a short name: it is not broken at its hyphens. */
export const longestCode = 12

interface ValueCellProps {
  value: unknown
  kind: Exclude<ValueKind, 'entry'>
  currency: string | null | undefined
  /** Digits after the point at most, of a number. */
  maxDigits?: number | undefined
  /** The largest size in the column. */
  largest: Decimal | null | undefined
}

/** One value, by its kind. */
export function ValueCell({ value, kind, currency, maxDigits, largest }: ValueCellProps) {
  const t = useTranslate()
  if (kind === 'unit')
    return typeof value === 'string' ? <span className={styles.code}>{t(unitText(value))}</span> : null
  if (kind === 'text') {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return text.length > 0 && text.length <= longestCode ? <span className={styles.code}>{text}</span> : text
  }
  if (kind === 'word')
    return wordsOf(value)
      .map((word) => t(word))
      .join(', ')
  if (kind === 'yes') return value === true ? <Icon name="check" label={t('Yes')} /> : null
  if (kind === 'day') return typeof value === 'string' ? <TimeText value={value} /> : null
  if (kind === 'month') return typeof value === 'string' ? <MonthText value={value} /> : null
  const number = numberIn(value)
  if (kind === 'rate') return <Amount value={number && decimalText(number)} minDigits={2} />
  if (kind === 'percent') return <Amount value={number && decimalText(number)} unit="%" />
  if (kind === 'number') return <Amount value={number && decimalText(number)} maxDigits={maxDigits} />
  const amount = <Amount value={number && decimalText(number)} {...(currency && { currency })} />
  const change = (
    <span className={styles.change}>
      {number?.gt(0) && '+'}
      {amount}
    </span>
  )
  if (kind === 'change') return change
  if (kind !== 'bar' && kind !== 'step') return amount
  const share = number && largest ? number.abs().div(largest).times(100).toFixed(1) : '0'
  if (kind === 'step')
    return (
      <span className={styles.barred}>
        <span className={styles.sides} aria-hidden="true">
          <span
            className={classes(styles.step, number?.lt(0) && styles.less)}
            style={{ width: `${Number(share) / 2}%` }}
          />
        </span>
        {change}
      </span>
    )
  return (
    <span className={styles.barred}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${share}%` }} />
      </span>
      {amount}
    </span>
  )
}

/** One word of the product, or several. */
const wordsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string')

function MonthText({ value }: { value: string }) {
  const region = useRegion()
  return (
    <time dateTime={value} className={styles.code}>
      {isMonth(value) ? formatMonth(value, region) : value}
    </time>
  )
}
