import type { Row } from '#contracts/query.ts'
import { ask, type RecordContext } from '../../records/record-context.ts'

/** Views of one project are kept and carried over up to this many. */
export const mostViews = 2000

/** The kept views of a BIM project that this person may see, in the order in which they were made. */
export async function projectViews(context: RecordContext, project: string): Promise<Row[]> {
  const found: Row[] = []
  let after: string | null = null
  do {
    const { rows, page } = await ask(context, {
      model: 'bim_viewpoints',
      fields: ['id', 'name', 'description', 'status', 'topic', 'view', 'created_at'],
      where: { field: 'bim_project', op: 'eq', value: project },
      sort: [{ field: 'created_at', dir: 'asc' }],
      page: { size: 500, ...(after !== null && { after }) },
    })
    found.push(...rows)
    after = page.after ?? null
  } while (after !== null && found.length < mostViews)
  return found
}
