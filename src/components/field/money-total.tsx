import { decimal, roundHalfUp } from '#base/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { formatDecimal, formatMoney } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { MoneySum } from './money-sums.ts'
import styles from './money-total.module.css'

interface MoneyTotalProps {
  sums: readonly MoneySum[]
  /** Digits after the point; what is worked out, as an average, is rounded to them. */
  scale: number | undefined
  /** Pixels there are; what does not fit says how many currencies there are, and which amounts in its tooltip. */
  width?: number
}

/** What an amount of millions takes with its currency. */
const eachWidth = 120

/** The totals of amounts in several currencies, one beside the other: they are never one number. */
export function MoneyTotal({ sums, scale = 2, width }: MoneyTotalProps) {
  const t = useTranslate()
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
  if (width !== undefined && sums.length > 1 && width < sums.length * eachWidth)
    return (
      <span className={styles.total} {...tooltip(words.join(' · '))}>
        {t('{{count}} currencies', { count: sums.length })}
        <VisuallyHidden>{words.join(', ')}</VisuallyHidden>
      </span>
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
