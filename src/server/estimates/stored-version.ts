import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePointing } from '#kernel/sql/compile-pointing.ts'
import { loadObjects, inOrder } from '../records/stored-object.ts'
import type { RecordContext } from '../records/record-context.ts'
import { standardModel } from '../standard-models/standard-models.ts'
import { foreignFields } from './foreign-fields.ts'
import { listOf } from './read-value.ts'

/** A record as it is stored. */
export interface StoredRow {
  id: string
  archetype_id: string | null
  attributes: Record<string, unknown>
}

/** Everything a version of an estimate is made of, as it is stored. */
export interface StoredVersion {
  version: StoredRow
  lines: StoredRow[]
  resources: StoredRow[]
  markups: StoredRow[]
  /** Further cost groups of the lines; read only where a markup is for some groups. */
  further?: StoredRow[]
  /** Fields of markups that are the workspace's own under keys of the product's. */
  foreign?: ReadonlySet<string>
}

/** A model of the product. Throws 422 `model_missing` where the workspace does not have it (any more). */
export function modelNamed({ workspace }: RecordContext, key: string): ModelInfo {
  const model = workspace.models.get(key)
  if (model) return model
  const label = standardModel(key)?.label ?? key
  throw invalid([
    {
      path: 'model',
      code: 'model_missing',
      message: `This needs the model “${label}”, which is not in this workspace. Whoever manages models can take it in.`,
    },
  ])
}

/** Reads a version with all that is in it; three questions in one round trip. 404 when it is not there. */
export async function loadVersion(context: RecordContext, id: string): Promise<StoredVersion> {
  const [versions, lines, resources, markups] = await Promise.all([
    loadObjects(context, modelNamed(context, 'estimate_versions'), [id]),
    rowsOf(context, 'estimate_lines', 'version', [id]),
    rowsOf(context, 'estimate_resources', 'version', [id]),
    rowsOf(context, 'estimate_markups', 'version', [id]),
  ])
  const foreign = foreignFields(context)
  const stored = { version: must(inOrder(versions, [id])[0]), lines, resources, markups, foreign }
  return asksForGroups(stored) ? { ...stored, further: await furtherOf(context, idsOf(lines)) } : stored
}

/** Whether a markup is for some cost groups. */
const asksForGroups = ({ markups, foreign }: StoredVersion): boolean =>
  !foreign?.has('basis_groups') &&
  markups.some(({ attributes }) => listOf(attributes, 'basis_groups').length > 0)

/** The ids of records. */
export const idsOf = (rows: readonly StoredRow[]): string[] => rows.map(({ id }) => id)

/** The further cost groups of lines; none in a workspace that does not have them. */
export async function furtherOf(context: RecordContext, lines: readonly string[]): Promise<StoredRow[]> {
  if (lines.length === 0 || !context.workspace.models.has('line_classifications')) return []
  return rowsOf(context, 'line_classifications', 'line', lines)
}

/** The same of several versions in as many questions as of one; in their order, without those that are not there. */
export async function loadVersions(context: RecordContext, ids: readonly string[]): Promise<StoredVersion[]> {
  const [versions, ...parts] = await Promise.all([
    loadObjects(context, modelNamed(context, 'estimate_versions'), ids),
    ...(['estimate_lines', 'estimate_resources', 'estimate_markups'] as const).map((model) =>
      rowsOf(context, model, 'version', ids),
    ),
  ])
  const [lines, resources, markups] = parts.map((rows) =>
    groupBy(rows, ({ attributes }) => String(attributes.version)),
  )
  const byId = new Map(versions.map((row) => [row.id, row]))
  const foreign = foreignFields(context)
  const found: StoredVersion[] = []
  for (const id of ids) {
    const version = byId.get(id)
    if (!version) continue
    const of = (rows: ReadonlyMap<string, StoredRow[]> | undefined): StoredRow[] => rows?.get(id) ?? []
    found.push({ version, lines: of(lines), resources: of(resources), markups: of(markups), foreign })
  }
  const asking = found.filter(asksForGroups)
  const further = await furtherOf(
    context,
    asking.flatMap((stored) => idsOf(stored.lines)),
  )
  const byLine = groupBy(further, ({ attributes }) => String(attributes.line))
  for (const stored of asking) stored.further = stored.lines.flatMap(({ id }) => byLine.get(id) ?? [])
  return found
}

/** The records of a model whose relation `field` names one of these records, and whose relation `empty` names none. */
export async function rowsOf(
  context: RecordContext,
  model: string,
  field: string,
  ids: readonly string[],
  empty: string | null = null,
): Promise<StoredRow[]> {
  const { text, values } = compilePointing(context.workspace, modelNamed(context, model), field, ids, empty)
  return (await context.tx.query<StoredRow>(text, values, { plan: 'lookup' })).rows
}
