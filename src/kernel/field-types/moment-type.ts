import { wrong, type FieldTypePart } from './field-type-part.ts'

/** A day or a moment; `read` brings a text into the form whose order is the order of time, or answers null. */
export const momentType = (
  format: 'date' | 'date-time',
  read: (text: string) => string | null,
  message: string,
): FieldTypePart => ({
  normalise(value, { min, max }) {
    const normal = typeof value === 'string' ? read(value) : null
    if (normal === null) return wrong('type', message)
    const [first, last] = [min, max].map((limit) => (typeof limit === 'string' ? read(limit) : null))
    if (first && normal < first) return wrong('min', 'Not before {{day}}.', { day: { day: first } })
    if (last && normal > last) return wrong('max', 'Not after {{day}}.', { day: { day: last } })
    return { value: normal }
  },
  schema: () => ({ type: 'string', format }),
})
