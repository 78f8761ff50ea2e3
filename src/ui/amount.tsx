import type { ReactElement } from 'react'
import { unitText } from '#base/unit-text.ts'
import styles from './amount.module.css'
import { classes } from './classes.ts'
import { formatDecimal, formatMoneyParts, type DecimalOptions, type Region } from './format.ts'
import { useRegion } from './region.ts'
import { t } from './translate.ts'

interface AmountProps extends DecimalOptions {
  /** A plain decimal text; null or `''` draws a muted dash. */
  value: string | null
  /** `m²`, `h`: muted, after the number, in a fixed place. */
  unit?: string | undefined
  /** ISO code; the number gets the currency's digits and its sign where the locale puts it. */
  currency?: string | undefined
  /** In a column of different units: the unit gets a slot of one width, so that the numbers stand under each other. */
  column?: boolean
  className?: string
}

/** An exact number with its unit: tabular, grouped, never wrapped. Align it right in columns. */
export function Amount(props: AmountProps) {
  return drawAmount(props, useRegion())
}

/** The same by a call, for lists that draw hundreds at once: a component for each costs more than its digits. */
export function drawAmount(
  { value, unit, currency, minDigits, maxDigits, column, className }: AmountProps,
  region: Region,
): ReactElement {
  if (value === null || value === '') return <span className={classes(styles.none, className)}>–</span>
  const digits = { minDigits, maxDigits }
  if (currency === undefined) {
    return (
      <data
        value={value}
        // What was rounded can be read in full.
        title={maxDigits === undefined ? undefined : formatDecimal(value, region)}
        className={classes(styles.amount, className)}
      >
        {formatDecimal(value, region, digits)}
        {(unit || column) && (
          <span className={classes(styles.unit, column && styles.slot)}>{unit && t(unitText(unit))}</span>
        )}
      </data>
    )
  }
  return (
    <data value={value} className={classes(styles.amount, className)}>
      {formatMoneyParts(value, currency, region, digits).map(({ text, unit: muted }, at) => (
        <span key={at} className={muted ? styles.muted : undefined}>
          {text}
        </span>
      ))}
    </data>
  )
}
