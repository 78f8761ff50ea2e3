import type { Field } from '#contracts/field.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import { MultiSelectInput } from '../field/inputs/multi-select-input.tsx'
import { asDescription } from '../field/as-description.ts'
import { currencySources } from './currency-sources.ts'

interface CurrencyFieldsProps {
  field: Field
  /** The other fields of the record. */
  others: readonly Field[]
  set: (change: Partial<Field>) => void
}

const currencies = ['EUR', 'CHF', 'GBP', 'USD', 'PLN', 'CZK', 'SEK', 'NOK', 'DKK', 'CAD', 'AUD', 'JPY']

// Before the path of a field that names the currency; no code begins with it.
const from = '='

/** In which currency amounts are: one for all, that of another field, or each its own. */
export function CurrencyFields({ field, others, set }: CurrencyFieldsProps) {
  const t = useTranslate()
  const models = useModels()
  const codes = [
    ...new Set([...currencies, ...(field.currency ? [field.currency] : []), ...(field.currencies ?? [])]),
  ].map((code) => ({ value: code, label: code }))
  const sources = currencySources(others, models.data ?? [])
  const named = field.currency_from
  if (named !== undefined && !sources.some(({ path }) => path === named))
    sources.push({ path: named, label: named })
  return (
    <>
      <Checkbox
        label={t('Each amount in its own currency')}
        help={t('Such amounts are compared one by one and added up for each currency.')}
        checked={field.currencies !== undefined}
        onChange={(several) =>
          set(
            several
              ? {
                  currency: undefined,
                  currency_from: undefined,
                  currencies: [field.currency ?? 'EUR'],
                  unique: undefined,
                }
              : { currency: field.currencies?.[0] ?? 'EUR', currencies: undefined },
          )
        }
      />
      {field.currencies ? (
        <MultiSelectInput
          field={asDescription({ key: 'currencies', label: '', type: 'multi_select', options: codes })}
          label={t('Currencies')}
          help={t('The first one is offered first.')}
          value={field.currencies}
          onChange={(next) =>
            Array.isArray(next) && next.length > 0 && set({ currencies: next.map((code) => String(code)) })
          }
        />
      ) : (
        <SelectField
          label={t('Currency')}
          help={
            named === undefined
              ? undefined
              : t('Amounts are added up for each currency that this field names.')
          }
          value={named === undefined ? (field.currency ?? '') : `${from}${named}`}
          onChange={(chosen) =>
            set(
              chosen.startsWith(from)
                ? { currency: undefined, currency_from: chosen.slice(from.length) }
                : { currency: chosen, currency_from: undefined },
            )
          }
          options={[
            ...codes,
            ...sources.map(({ path, label }) => ({
              value: `${from}${path}`,
              label: t('As “{{field}}” says', { field: label }),
            })),
          ]}
        />
      )}
    </>
  )
}
