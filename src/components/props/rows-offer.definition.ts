import { z } from 'zod'
import { modelKey, namedCodes, suggestions, words } from './shared-props.definition.ts'

const part = z.string().min(1).max(63)

/** One thing that is said of each row of data. */
const rowColumn = z.strictObject({
  /** The part of the data it is kept in. */
  key: part,
  label: words(80),
  /** `codes`: a list of `{value, label}`, one to a line as `value: label`. */
  type: z.enum(['text', 'decimal', 'boolean', 'select', 'relation', 'codes']).default('text'),
  /** For `select`: what may be chosen. */
  options: namedCodes.optional(),
  /** For `text`: names that come up while it is typed; any other may be typed as well. */
  suggest: suggestions.optional(),
  /** For `relation`: the records that may be chosen, and the field they are called by. */
  target: modelKey.optional(),
  title: part.optional(),
  /** Only where another part of the row is one of these. */
  only: z.strictObject({ key: part, is: z.array(z.string().max(200)).min(1).max(50) }).optional(),
})
export type RowColumn = z.output<typeof rowColumn>

/** How data that is a list of rows is filled in: what each of them says. */
export const rowsOffer = z.strictObject({
  columns: z.array(rowColumn).min(1).max(20),
  /** The rows are this part of the data, beside which there is no other. */
  part: part.optional(),
  /** The data is no list but values by name: this column is the name, the other one the value. */
  name: part.optional(),
  /** What a new row begins with. */
  begin: z.record(z.string(), z.json()).default({}),
  /** On the button that puts one in. */
  add: words(80),
})
export type RowsOffer = z.output<typeof rowsOffer>
