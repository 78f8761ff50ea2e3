import type { EarlierImport, ImportRun } from '#contracts/api/imports.ts'
import { isOwn } from '../access/is-own.ts'
import type { RecordContext } from '../records/record-context.ts'

interface EarlierRow {
  created_by: string
  token_id: string | null
  model_key: string
  request: ImportRun
}

// So many of the newest imports are looked at.
const lookedAt = 200

const withColumns = `
  select created_by, token_id, model_key, request from (
    select created_by, token_id, model_key, run -> 'request' as request, staged, created_at from app.imports
    where tenant_id = $1 and created_by = $2 and status = 'done' order by created_at desc limit ${lookedAt}
  ) as newest
  where (select jsonb_agg(c -> 'key' order by c ->> 'key') from jsonb_array_elements(staged -> 'columns') as c)
    = (select jsonb_agg(k order by k #>> '{}') from jsonb_array_elements($3::jsonb) as k)
    and model_key is not null and request -> 'columns' is not null
  order by created_at desc`

/** What this person made of files with these columns, in whatever order: the newest of each model they may still fill. */
export async function earlierImports(
  { tx, caller, workspace, access }: RecordContext,
  columns: readonly string[],
): Promise<EarlierImport[]> {
  const { rows } = await tx.query<EarlierRow>(withColumns, [
    caller.tenantId,
    caller.userId,
    JSON.stringify(columns),
  ])
  const found = new Map<string, EarlierImport>()
  for (const { created_by, token_id, model_key, request } of rows) {
    const model = workspace.models.get(model_key)
    const { mode, key, conflicts } = request
    if (!model || found.has(model_key) || !access.can(model, 'create')) continue
    if (!isOwn(caller, { by: created_by, token: token_id })) continue
    found.set(model_key, {
      model: model_key,
      columns: request.columns ?? [],
      mode,
      conflicts,
      ...(key !== undefined && { key }),
    })
  }
  return [...found.values()]
}
