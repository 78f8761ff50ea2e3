import { causeOf } from '../formulas/cause-of.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'

/**
 * A version is called like its file, is numbered within its model, belongs to the project of the model, and begins as
 * uploaded.
 */
export const bimModelVersionsRule: StandardRule = async (context, model, changes) => {
  const values = new Map<string, Record<string, unknown>>()
  for (const change of changes) {
    const { id, before, after } = change
    if (!after || (before && before['bim_model'] === after['bim_model'] && nameOf(before) === nameOf(after)))
      continue
    const moved = before?.['bim_model'] !== after['bim_model']
    values.set(id, {
      name: nameOf(after),
      ...(moved && (await placeOf(context, model.id, change))),
      ...(!before && after['status'] === undefined && { status: 'uploaded' }),
    })
  }
  return [{ model, changes: await keepValues(context, model, values, causeOf(model, changes)) }]
}

function nameOf(attributes: Record<string, unknown>): string | null {
  const [file] = Array.isArray(attributes['file']) ? (attributes['file'] as unknown[]) : []
  return typeof file === 'object' && file !== null && 'name' in file && typeof file.name === 'string'
    ? file.name
    : null
}

const place = `
  select m.attributes ->> 'bim_project' as bim_project, 1 + coalesce((
    select max((v.attributes ->> 'version_no')::int) from app.objects v
    where v.tenant_id = $1 and v.model_id = $2 and v.id <> $4 and v.attributes ->> 'bim_model' = $3::text
  ), 0) as version_no
  from app.objects m where m.tenant_id = $1 and m.id = $3::uuid`

async function placeOf(
  { tx, caller }: RecordContext,
  modelId: string | null,
  { id, after }: RecordChange,
): Promise<Record<string, unknown>> {
  const target = after?.['bim_model']
  // Two that arrive at once are numbered one after the other.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `bim versions:${caller.tenantId}:${String(target)}`,
  ])
  const { rows } = await tx.query<Record<string, unknown>>(place, [caller.tenantId, modelId, target, id])
  return rows[0] ?? {}
}
