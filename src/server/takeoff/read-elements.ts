import type { Where } from '#contracts/query.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { elementFields } from './element-of.ts'

const size = 500

type Row = Readonly<Record<string, unknown>>

/** All elements of model versions that this reader sees, in the order of their ids; those that meet `where`, if any. */
export async function readElements(
  context: RecordContext,
  versions: readonly string[],
  { where = null, fields = elementFields }: { where?: Where | null; fields?: readonly string[] } = {},
): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  // A workspace whose model is of an earlier release lacks it, and roles that name what they read may not name it.
  const known = context.access.readable(modelFor(context, 'bim_elements', 'read'))
  const mine: Where = { field: 'version', op: 'in', value: [...versions] }
  do {
    const { rows: found, page } = await ask(context, {
      model: 'bim_elements',
      fields: fields.filter((key) => known.has(key) || key !== 'classification'),
      where: where ? { and: [mine, where] } : mine,
      sort: [{ field: 'id', dir: 'asc' }],
      page: { size, ...(after !== null && { after }) },
    })
    rows.push(...found)
    after = page.after
  } while (after !== null)
  return rows
}
