import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { isDecimalText } from '#base/decimal.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { standardModel } from '../standard-models/standard-models.ts'
import type { StoredRow } from './stored-version.ts'

const vatRatesSchema = z
  .array(
    z.strictObject({
      code: z.string().min(1).max(40),
      label: z.string().max(80).optional(),
      percent: z.string().refine(isDecimalText),
    }),
  )
  .max(20)

export type VatRates = z.output<typeof vatRatesSchema>

/** What a new version charges where its workspace says nothing else in the default of the field. */
export const usualVatRates: VatRates = vatRatesSchema.parse(
  plainFields(must(standardModel('estimate_versions')).schema.fields).find(({ key }) => key === 'vat_rates')
    ?.default,
)

/** The VAT rates of a version; none where nobody gave any. */
export function vatRatesOf(attributes: StoredRow['attributes']): VatRates {
  const parsed = vatRatesSchema.safeParse(attributes.vat_rates ?? [])
  if (parsed.success && new Set(parsed.data.map(({ code }) => code)).size === parsed.data.length)
    return parsed.data
  throw invalid([
    {
      path: 'vat_rates',
      code: 'vat_rates',
      message:
        'Give VAT rates as a list of code and percent, each code once: [{"code": "standard", "percent": "19"}].',
    },
  ])
}
