import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'

/** The fields whose text is a number, wherever they stand in an estimate. */
export const numberFields: ReadonlySet<string> = new Set([
  'quantity',
  'unitRate',
  'unitRateOverride',
  'discountPct',
  'qtyPerUnit',
  'price',
  'share',
  'value',
  'percent',
])

/**
 * The error to throw when a part of an estimate could not be reckoned. Numbers are read without asking where they stand,
 * because there are many; when one is none, this goes through the part and names each that is none by its path.
 * @param part the estimate, or a line with the path it stands at
 */
export function nameBadNumbers(error: unknown, part: object, path = ''): unknown {
  if (!(error instanceof AppError) || !isNotDecimal(error.details)) return error
  const details = [...badNumbers(part, path)]
  return details.length > 0 ? invalid(details) : error
}

const isNotDecimal = (details: unknown): boolean =>
  Array.isArray(details) && details.some((detail) => detail?.code === 'not_a_decimal')

function* badNumbers(part: unknown, path: string): Generator<ErrorDetail> {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    const at = path === '' ? key : `${path}.${key}`
    if (numberFields.has(key) && typeof value === 'string' && !isDecimalText(value))
      yield { path: at, code: 'not_a_decimal', message: `“${value}” is not a decimal number.` }
    else yield* badNumbers(value, at)
  }
}
