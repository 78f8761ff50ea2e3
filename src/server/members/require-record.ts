import { invalid } from '#base/app-error.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'

/** Refuses (422, at `record_id`) a record that is not there or that the caller may not see. */
export async function requireRecord(context: RecordContext, recordId: string): Promise<void> {
  const { tx, caller, workspace } = context
  const { rows } = await tx.query<{ model_id: string }>(
    'select model_id from app.objects where tenant_id = $1 and id = $2 and deleted_at is null',
    [caller.tenantId, recordId],
  )
  const model = workspace.modelsById.get(rows[0]?.model_id ?? '')
  if (!model || (await visibleIds(context, model.key, [recordId])).size === 0)
    throw invalid([{ path: 'record_id', code: 'reference', message: 'There is no such record.' }])
}
