import { decimal, roundHalfUp } from '#base/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { formatDecimal, formatMoney } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { tooltip } from '#ui/tooltip.ts'
import type { MoneySum } from './money-sums.ts'
import styles from './money-total.module.css'

interface MoneyTotalProps {
  sums: readonly MoneySum[]
  /** Digits after the point; what is worked out, as an average, is rounded to them. */
  scale: number | undefined
}

/** The totals of amounts in several currencies, one beside the other: they are never one number. */
export function MoneyTotal({ sums, scale = 2 }: MoneyTotalProps) {
  const region = useRegion()
  const shown = sums.map(({ amount, currency }) => ({
    amount: roundHalfUp(decimal(amount), scale),
    currency,
  }))
  const words = shown.map(({ amount, currency }) =>
    currency === null
      ? formatDecimal(amount, region, { minDigits: scale })
      : formatMoney(amount, currency, region),
  )
  return (
    <span className={styles.total} {...tooltip(words.length > 1 ? words.join(' · ') : undefined)}>
      {shown.map(({ amount, currency }, at) => (
        <span key={currency ?? ''}>
          {at > 0 && ' · '}
          <Amount value={amount} currency={currency ?? undefined} minDigits={scale} maxDigits={scale} />
        </span>
      ))}
    </span>
  )
}
