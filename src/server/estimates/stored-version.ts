import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePointing } from '#kernel/sql/compile-pointing.ts'
import { loadObjects, inOrder } from '../records/stored-object.ts'
import type { RecordContext } from '../records/record-context.ts'
import { standardModel } from '../standard-models/standard-models.ts'

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
  return { version: must(inOrder(versions, [id])[0]), lines, resources, markups }
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
