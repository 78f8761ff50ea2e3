import { AppError } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { verbRefusals } from '../access/refusal-texts.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateObjects } from '../records/update-objects.ts'
import { aloneInWorkspace } from '../releases/alone-in-workspace.ts'
import { releaseChanges, type DefinitionChange } from '../releases/release-changes.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { importById, type ImportMade, type ImportRecord } from './import-row.ts'
import { screenWords } from './screen-words.ts'

interface KeptRecord {
  object_id: string
  before: { old: Record<string, unknown>; imported: Record<string, unknown> } | null
}

const batchSize = 500
/** What one transaction can take back while somebody waits for it. */
const mostTakenBack = 100_000

/** Puts back what the import changed, field by field, except where somebody has changed it since. */
async function revertChanges(
  context: RecordContext,
  model: ModelInfo,
  kept: readonly KeptRecord[],
): Promise<void> {
  const now = new Map(
    (
      await loadObjects(
        context,
        model,
        kept.map(({ object_id }) => object_id),
      )
    ).map((object) => [object.id, object.attributes]),
  )
  const changes = kept.flatMap(({ object_id, before }) => {
    const current = now.get(object_id)
    if (!current || !before) return []
    const untouched = Object.entries(before.old).filter(
      ([key]) => canonicalJson(current[key] ?? null) === canonicalJson(before.imported[key] ?? null),
    )
    return untouched.length > 0 ? [{ id: object_id, values: Object.fromEntries(untouched) }] : []
  })
  await updateObjects(context, model, changes)
}

// In the order of ids, in which typed columns are filled meanwhile: locked in another, the two would wait for each other.
// What it made is in the history, under its own id as the request; imports of earlier versions noted it beside.
const madeBy = `
  select e.record_id as object_id from app.events e
  join app.objects o on o.tenant_id = e.tenant_id and o.id = e.record_id and o.deleted_at is null
  where e.tenant_id = $1 and e.id > $2 and e.request_id = $2::text and e.kind = 'created' and e.model_id = $3
  union
  select r.object_id from app.import_records r
  join app.objects o on o.tenant_id = r.tenant_id and o.id = r.object_id and o.deleted_at is null
  where r.tenant_id = $1 and r.import_id = $2 and r.created
  order by object_id`

const changedBy = `
  select r.object_id, r.before from app.import_records r
  join app.objects o on o.tenant_id = r.tenant_id and o.id = r.object_id and o.deleted_at is null
  where r.tenant_id = $1 and r.import_id = $2 and not r.created
  order by r.object_id`

async function revertRecords(context: RecordContext, model: ModelInfo, importId: string): Promise<void> {
  const { tx, caller } = context
  const made = await tx.query<{ object_id: string }>(madeBy, [caller.tenantId, importId, model.id])
  const created = made.rows.map(({ object_id }) => object_id)
  const { rows: changed } = await tx.query<KeptRecord>(changedBy, [caller.tenantId, importId])
  for (let start = 0; start < created.length; start += batchSize)
    await deleteObjects(context, model, created.slice(start, start + batchSize))
  for (let start = 0; start < changed.length; start += batchSize)
    await revertChanges(context, model, changed.slice(start, start + batchSize))
}

const removals = ({ model, layouts, routes }: ImportMade): DefinitionChange[] => [
  ...routes.map((key): DefinitionChange => ({ kind: 'route', key, body: null })),
  ...layouts.map((key): DefinitionChange => ({ kind: 'layout', key, body: null })),
  ...(model === null ? [] : [{ kind: 'model' as const, key: model, body: null }]),
]

function requireRights({ access }: RecordContext, model: ModelInfo, made: ImportMade | undefined): void {
  if (!access.can(model, 'delete')) throw new AppError('forbidden', verbRefusals.delete)
  if (
    made?.model != null &&
    !(['models', 'layouts', 'routes'] as const).every((area) => access.manages(area))
  )
    throw new AppError('forbidden', 'Your role may not take back models and screens.')
}

/**
 * Takes an import back in one transaction, beside other writers until it takes back what it released: the records it made, the values it changed, and the model,
 * screens and navigation it made. Throws 422 `in_use` when something else needs them: later records, links, fields.
 */
export async function undoImport(context: RecordContext, id: string): Promise<ImportRecord> {
  const { tx, caller, workspace } = context
  const row = await importById(context, id, true)
  const left =
    row.status === 'done' || (row.status !== 'running' && row.created_count + row.updated_count > 0)
  if (!left || row.status === 'undone')
    throw new AppError('invalid', 'Only an import that is done can be taken back.')
  if (row.created_count + row.updated_count > mostTakenBack)
    throw new AppError(
      'invalid',
      'This import is too large to be taken back at once: delete its records in the list.',
    )
  const model = workspace.models.get(row.model_key ?? '')
  if (!model) throw new AppError('invalid', 'The model of this import is gone already.')
  const made = row.run?.made
  requireRights(context, model, made)
  await revertRecords(context, model, id)
  const present = new Set(
    (
      await tx.query<{ place: string }>(
        "select kind || ' ' || key as place from app.released where tenant_id = $1",
        [caller.tenantId],
      )
    ).rows.map(({ place }) => place),
  )
  const changes = made ? removals(made).filter(({ kind, key }) => present.has(`${kind} ${key}`)) : []
  if (changes.length > 0)
    await releaseChanges(
      await aloneInWorkspace(tx, caller),
      caller,
      changes,
      screenWords[row.run?.request.generate.language ?? 'en'].takeBack(row.name),
    )
  await tx.query(
    "update app.imports set status = 'undone', updated_at = now() where tenant_id = $1 and id = $2",
    [caller.tenantId, id],
  )
  return { ...row, status: 'undone' }
}
