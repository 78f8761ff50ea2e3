import type { Query, Row } from '#contracts/query.ts'
import { ask, type RecordContext } from '../../records/record-context.ts'

/** Views of one project, and comments on all of them, are kept and carried over up to this many. */
export const mostViews = 2000
const mostCommentsKept = 20_000

const viewFields = [
  'id',
  'name',
  'description',
  'status',
  'priority',
  'assigned_to',
  'assigned_outside',
  'due_on',
  'kind',
  'labels',
  'snapshot',
  'author',
  'written_at',
  'topic',
  'topic_words',
  'view',
  'created_by',
  'created_at',
  'updated_at',
]
const commentFields = [
  'id',
  'viewpoint',
  'comment',
  'author',
  'written_at',
  'on_view',
  'guid',
  'created_by',
  'created_at',
]

/** Of these fields those that this person may read here: a workspace may not have all of them yet. */
function readableOf({ workspace, access }: RecordContext, key: string, fields: readonly string[]): string[] {
  const model = workspace.models.get(key)
  const readable = model && access.readable(model)
  return fields.filter((field) => readable?.has(field))
}

/** The kept views of a BIM project that this person may see, in the order in which they were made. */
export const projectViews = async (context: RecordContext, project: string): Promise<Row[]> =>
  rowsOf(context, mostViews, {
    model: 'bim_viewpoints',
    fields: readableOf(context, 'bim_viewpoints', viewFields),
    where: { field: 'bim_project', op: 'eq', value: project },
  })

/** What was said about views, by the view, as far as this person may do so with it; nothing where the workspace has no comments. */
export async function commentsOnViews(
  context: RecordContext,
  project: string,
  verb: 'read' | 'export',
): Promise<ReadonlyMap<string, Row[]>> {
  const model = context.workspace.models.get('bim_comments')
  const found = new Map<string, Row[]>()
  if (!model || !context.access.can(model, verb)) return found
  const rows = await rowsOf(context, mostCommentsKept, {
    model: 'bim_comments',
    fields: readableOf(context, 'bim_comments', commentFields),
    where: { field: 'viewpoint.bim_project', op: 'eq', value: project },
  })
  for (const row of rows) {
    const view = String(row['viewpoint'])
    found.set(view, [...(found.get(view) ?? []), row])
  }
  return found
}

async function rowsOf(context: RecordContext, most: number, query: Query): Promise<Row[]> {
  const found: Row[] = []
  let after: string | null = null
  do {
    const { rows, page } = await ask(context, {
      ...query,
      sort: [{ field: 'created_at', dir: 'asc' }],
      page: { size: 500, ...(after !== null && { after }) },
    })
    found.push(...rows)
    after = page.after ?? null
  } while (after !== null && found.length < most)
  return found
}
