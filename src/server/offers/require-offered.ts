import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, type StoredRow } from '../estimates/stored-version.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'

/** What an offer says of a version and its lines; who may not read all of it gets none of it. */
const said = {
  estimate_versions: ['title', 'net', 'vat', 'gross', 'customer_text'],
  estimate_lines: ['title', 'text', 'quantity', 'unit'],
} as const

/** The prices of lines as they are kept, which an offer lets guess. */
const prices = ['rate', 'line_total', 'node_total'] as const

/**
 * Refuses (403) who may not have the offer of a version: it is for those who may read its prices, and for the customer it is
 * made to. What that one is offered has hidden markups in it; the prices without them they need not be able to read.
 */
export async function requireOffered(context: RecordContext, version: StoredRow): Promise<void> {
  const isReadable = (key: string, fields: readonly string[]): boolean => {
    const readable = context.access.readable(modelFor(context, key, 'read'))
    return fields.every((field) => readable.has(field))
  }
  const mayRead = Object.entries(said).every(([key, fields]) => isReadable(key, fields))
  if (mayRead && (isReadable('estimate_lines', prices) || (await isOfferedTo(context, version)))) return
  throw new AppError('forbidden', 'An offer holds prices that you may not read.')
}

async function isOfferedTo(context: RecordContext, { attributes }: StoredRow): Promise<boolean> {
  const { recordId } = context.caller
  const id = textOf(attributes, 'estimate')
  if (!recordId || id === null) return false
  const [estimate] = await loadObjects(context, modelNamed(context, 'estimates'), [id])
  return textOf(must(estimate).attributes, 'customer') === recordId
}
