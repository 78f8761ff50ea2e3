import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'

const fields: Readonly<Record<string, string>> = {
  parentId: 'parent',
  'basis.keys': 'basis_keys',
  scope: 'section',
  unitRate: 'unit_rate',
  unitRateOverride: 'rate_override',
  discountPct: 'discount_pct',
}

/** Does arithmetic; what it refuses names a place in its own document, and is thrown with the field of the record instead. */
export function plainly<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw plainRefusal(error)
  }
}

function plainRefusal(error: unknown): unknown {
  if (!(error instanceof AppError) || !Array.isArray(error.details)) return error
  return invalid(
    (error.details as ErrorDetail[]).map((detail) => {
      const field = /^(?:nodes|markups)\.\d+\.(.+)$/.exec(detail.path)?.[1]
      return field === undefined ? detail : { ...detail, path: fields[field] ?? field }
    }),
  )
}
