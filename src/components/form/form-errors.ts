import type { ErrorSchema, RJSFValidationError } from '@rjsf/utils'
import { isJsonObject } from '#base/json.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { problemsOf } from '#engine/data/api-error.ts'
import { formatNumber } from '#ui/format.ts'
import { currentRegion } from '#ui/region.ts'
import { t } from '#ui/translate.ts'
import type { FormValues } from './form-values.ts'

type Fields = ReadonlyMap<string, FieldDescription>

/** What is wrong with a field, in the words of the person filling it in. */
export function plainErrors(errors: readonly RJSFValidationError[], fields: Fields): RJSFValidationError[] {
  const said = new Set<string>()
  return errors.flatMap((error) => {
    const key = keyOf(error.property ?? '')
    const field = fields.get(key)
    const message = wordsFor(error, field)
    // A choice that is none of its options fails once for every option.
    if (said.has(`${key} ${message}`)) return []
    said.add(`${key} ${message}`)
    return [{ ...error, message, stack: message }]
  })
}

/** `.lines.0.price` and `['lines'][0]` are both about `lines`. */
export const keyOf = (property: string): string => /^\.?(?:\[')?([^.[\]']+)/.exec(property)?.[1] ?? ''

function wordsFor(
  { name, params, message }: RJSFValidationError,
  field: FieldDescription | undefined,
): string {
  const label = field?.label ?? ''
  const limit = isJsonObject(params) ? params['limit'] : undefined
  const number = typeof limit === 'number' ? limit : 0
  const written = formatNumber(number, currentRegion(), { maximumFractionDigits: 15 })
  switch (name) {
    case 'required':
    case 'minLength':
      return t('Fill in {{field}}.', { field: label })
    case 'maxLength':
      return t('{{field}}: at most {{count}} characters.', { field: label, count: number })
    case 'minimum':
      return t('{{field}}: at least {{number}}.', { field: label, number: written })
    case 'maximum':
      return t('{{field}}: at most {{number}}.', { field: label, number: written })
    case 'oneOf':
    case 'const':
    case 'enum':
      return t('{{field}}: choose one of the list.', { field: label })
    case 'pattern':
      return field && exactTypes.has(field.type)
        ? t('{{field}}: enter a number with at most {{count}} digits after the point.', {
            field: label,
            count: field.scale ?? 18,
          })
        : t('{{field}} does not have the form it needs.', { field: label })
    case 'format':
      return t(formatWords[field?.type ?? ''] ?? '{{field}} does not have the form it needs.', {
        field: label,
      })
    case 'type':
      return t('{{field}}: this is no value of its kind.', { field: label })
    default:
      return field ? `${label}: ${message ?? ''}` : (message ?? t('This is not valid.'))
  }
}

const exactTypes: ReadonlySet<string> = new Set(['decimal', 'money', 'percent'])
const formatWords: Record<string, string> = {
  email: '{{field}}: enter a mail address, like anna@example.com.',
  url: '{{field}}: enter a web address beginning with https://.',
  date: '{{field}}: enter a day that exists.',
  datetime: '{{field}}: enter a day and a time.',
}

interface FieldRefusal {
  key: string | null
  message: string
  namesFields: boolean
}

/** A refusal of the server, by field; what belongs to no field of the form has the key null. */
export const serverErrors = (error: unknown, keys: readonly string[]): FieldRefusal[] =>
  problemsOf(error).map(({ path, message, values }) => ({
    key: path.split('.').find((part) => keys.includes(part)) ?? null,
    message,
    namesFields: values?.['fields'] !== undefined,
  }))

/** For the list above the form: a sentence that names every field it is about is said once, the others for each field. */
export const summaryOf = (refusals: readonly FieldRefusal[]): FieldRefusal[] =>
  refusals.filter(
    ({ namesFields, message }, at) =>
      !namesFields || refusals.findIndex((one) => one.message === message) === at,
  )

/** The same for the form library, which shows them beside the fields. */
export function besideFields(
  errors: readonly { key: string | null; message: string }[],
): ErrorSchema<FormValues> {
  const named = errors.filter(({ key }) => key !== null)
  const keys = [...new Set(named.map(({ key }) => String(key)))]
  const schema = Object.fromEntries(
    keys.map((key) => [
      key,
      { __errors: named.filter((one) => one.key === key).map(({ message }) => message) },
    ]),
  )
  return schema as ErrorSchema<FormValues>
}
