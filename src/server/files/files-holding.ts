import type { ModelInfo } from '#kernel/models/workspace.ts'
import { visibleInBin } from '../records/read-bin.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'

interface Holder {
  id: string
  model_id: string
  /** Whether it lies in the bin. */
  binned: boolean
}

interface FileField {
  model: ModelInfo
  key: string
}

const fileFields = ({ workspace, access }: RecordContext, readable: boolean): FileField[] =>
  [...workspace.modelsById.values()].flatMap((model) =>
    [...(readable ? access.readable(model) : model.fields).values()]
      .filter(({ type }) => type === 'file' || type === 'image')
      .map(({ key }) => ({ model, key })),
  )

async function holders(
  { tx, caller }: RecordContext,
  fields: readonly FileField[],
  fileId: string,
): Promise<Holder[]> {
  if (fields.length === 0) return []
  const wanted = fields.map(({ model, key }) => ({
    model_id: model.id,
    pattern: { [key]: [{ id: fileId }] },
  }))
  const { rows } = await tx.query<Holder>(
    `select o.id, o.model_id, o.deleted_at is not null as binned from jsonb_to_recordset($2::jsonb) as w (model_id uuid, pattern jsonb)
     join app.objects o on o.tenant_id = $1 and o.model_id = w.model_id and o.attributes @> w.pattern
     order by o.deleted_at nulls first limit 500`,
    [caller.tenantId, JSON.stringify(wanted)],
  )
  return rows
}

/** Whether any record of the workspace holds this file, seen by the caller or not. One in the bin does: it may come back. */
export const isFileHeld = async (context: RecordContext, fileId: string): Promise<boolean> =>
  (await holders(context, fileFields(context, false), fileId)).length > 0

/** Whether this person may read some record in a field that holds this file: there, or in the bin as they see it. */
export async function mayReadFile(context: RecordContext, fileId: string): Promise<boolean> {
  const found = await holders(context, fileFields(context, true), fileId)
  for (const modelId of new Set(found.map(({ model_id }) => model_id))) {
    const model = context.workspace.modelsById.get(modelId)
    if (!model) continue
    const idsOf = (binned: boolean): string[] =>
      found.filter((one) => one.model_id === modelId && one.binned === binned).map(({ id }) => id)
    if ((await visibleIds(context, model.key, idsOf(false))).size > 0) return true
    if ((await visibleInBin(context, model, idsOf(true))).size > 0) return true
  }
  return false
}
