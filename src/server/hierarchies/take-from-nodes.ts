import { rowsOf } from '../estimates/stored-version.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import type { RecordContext } from '../records/record-context.ts'

/** Takes lines that go away from the nodes they belong to, where this person may; who may not is told that they are in use. */
export async function takeFromNodes(context: RecordContext, lines: readonly string[]): Promise<void> {
  const model = context.workspace.models.get('node_lines')
  if (!model || !context.access.can(model, 'delete')) return
  const links = await rowsOf(context, 'node_lines', 'line', lines)
  await deleteObjects(
    context,
    model,
    links.map(({ id }) => id),
  )
}
