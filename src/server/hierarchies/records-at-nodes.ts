import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePointing } from '#kernel/sql/compile-pointing.ts'
import { ask, type RecordContext } from '../records/record-context.ts'

/** Records of a model that name nodes. */
export interface RecordsAtNodes {
  model: string
  label: string
  count: number
}

const atOnce = 1000

/** How many records of each model that this reader sees name one of these nodes; models without one are left out. */
export async function recordsAtNodes(
  context: RecordContext,
  nodes: readonly string[],
): Promise<RecordsAtNodes[]> {
  const found: RecordsAtNodes[] = []
  for (const model of context.workspace.models.values()) {
    if (notTold.has(model.key) || !context.access.can(model, 'read')) continue
    const fields = relationsToNodes(context, model)
    const [only, ...more] = fields
    if (only === undefined) continue
    const seesAll = context.access.rowRule(model) === null
    const count =
      seesAll && more.length === 0
        ? await countAll(context, model, only, nodes)
        : await countInParts(context, model, fields, nodes)
    if (count > 0) found.push({ model: model.key, label: model.label, count })
  }
  return found.toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

// Nodes are told as nodes, and their lines as lines.
const notTold = new Set(['hierarchy_nodes', 'node_lines'])

function relationsToNodes({ access }: RecordContext, model: ModelInfo): string[] {
  return [...access.readable(model).keys()].filter((key) => {
    const field = model.fields.get(key)?.field
    return field?.type === 'relation' && field.target === 'hierarchy_nodes' && !field.many
  })
}

/** One question, however many nodes: for whoever sees all records of the model. */
async function countAll(
  { tx, workspace }: RecordContext,
  model: ModelInfo,
  field: string,
  nodes: readonly string[],
): Promise<number> {
  const { text, values } = compilePointing(workspace, model, field, nodes)
  const counting = `select count(*)::int as count from (${text}) named`
  return (await tx.query<{ count: number }>(counting, values, { plan: 'lookup' })).rows[0]?.count ?? 0
}

async function countInParts(
  context: RecordContext,
  model: ModelInfo,
  fields: readonly string[],
  nodes: readonly string[],
): Promise<number> {
  let count = 0
  for (let start = 0; start < nodes.length; start += atOnce)
    count += await countOf(context, model, fields, nodes.slice(start, start + atOnce))
  return count
}

async function countOf(
  context: RecordContext,
  model: ModelInfo,
  fields: readonly string[],
  nodes: readonly string[],
): Promise<number> {
  const answer = await ask(context, {
    model: model.key,
    where: { or: fields.map((field) => ({ field, op: 'in', value: [...nodes] })) },
    aggregate: [{ fn: 'count', as: 'count' }],
    page: { size: 1 },
  })
  return Number(answer.aggregates?.['count'] ?? 0)
}
