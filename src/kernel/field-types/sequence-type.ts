import { readNumbering } from '../models/numbering.ts'
import { wrong, type FieldTypePart } from './field-type-part.ts'
import { normaliseText } from './text-type.ts'

/** A number the server gives (`models/numbering.ts`); `validateAttributes` refuses everybody else's. */
export const sequenceType: FieldTypePart = {
  normalise: normaliseText(200),
  schema: () => ({ type: 'string', readOnly: true }),
  check({ numbering, required }) {
    const problem = readNumbering(numbering ?? '')
    return [
      ...('problem' in problem
        ? [{ part: 'numbering' as const, ...wrong('numbering', problem.problem) }]
        : []),
      ...(required === true
        ? [
            {
              part: 'required' as const,
              ...wrong('required', 'It is given by itself, so it cannot be asked for.'),
            },
          ]
        : []),
    ]
  },
}
