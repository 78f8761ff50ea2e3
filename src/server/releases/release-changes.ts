import { AppError } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { assert, must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { withdrawUngiven } from '../invites/withdraw-given.ts'
import { checkChanges } from './check-changes.ts'
import type { DefinitionKind } from './definitions.ts'
import { followFields, type Step } from '../records/follow-fields.ts'
import { fillSmallModels } from '../slots/fill-small-models.ts'
import { giveSlots } from '../slots/give-slots.ts'
import { followWorkflows } from '../workflows/follow-workflows.ts'
import { withOneBeginning } from '../views/one-beginning.ts'
import { standardModel } from '../standard-models/standard-models.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { recordEvent } from './record-event.ts'

/** One definition to write (`body`) or to take out (`body: null`). `id` is taken for a new one; made when absent. */
export interface DefinitionChange {
  kind: DefinitionKind
  key: string
  body: Record<string, unknown> | null
  id?: string
}

export interface Released {
  releaseId: string
  number: number
  /** Ids by `kind key`. */
  ids: ReadonlyMap<string, string>
}

/**
 * Checks changes and releases them as one: the current release with these definitions put in or taken out (`prefixed`:
 * problems are told under `<kind>.<key>.`). The
 * transaction must be in mode `release`; from here on it sees the new one. Rights are the caller's business. Throws 422
 * with everything that is wrong, or `in_use` for what others need.
 */
export async function releaseChanges(
  tx: Tx,
  caller: Caller,
  asked: readonly DefinitionChange[],
  note: string | null = null,
  prefixed = asked.length > 1,
): Promise<Released> {
  assert(tx.mode === 'release', "definitions are written in a transaction of mode 'release'")
  const changes = await withOneBeginning(tx, caller, asked)
  await checkChanges(tx, caller, changes, prefixed)
  const base = tx.releaseId
  const before = await idsByKey(tx, changes)
  const ids = new Map(
    changes.map((change) => {
      const place = placeOf(change)
      return [place, before.get(place) ?? change.id ?? newId()]
    }),
  )
  const releaseId = newId()
  const number = await insertRelease(tx, caller, releaseId, base, note)
  await copyEntries(tx, base, releaseId, changes)
  for (const change of changes)
    if (change.body)
      await insertVersion(tx, caller, releaseId, change, must(ids.get(placeOf(change))), before)
  await activate(tx, caller, releaseId)
  await recordEvent(tx, caller, {
    kind: 'released',
    subject: 'release',
    recordId: releaseId,
    after: { number, changes: changes.map(({ kind, key, body }) => ({ kind, key, removed: body === null })) },
  })
  return { releaseId, number, ids }
}

const placeOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`

/** Makes a release count, in this transaction and for everybody after its commit. */
async function activate(tx: Tx, caller: Caller, releaseId: string, step: Step = 'release'): Promise<void> {
  const before = await loadWorkspace(tx, caller.tenantId)
  await tx.query('select app.set_release($1)', [releaseId])
  await tx.query('insert into app.activations (tenant_id, id, release_id, by) values ($1, $2, $3, $4)', [
    caller.tenantId,
    newId(),
    releaseId,
    caller.userId,
  ])
  tx.releaseId = releaseId
  await giveSlots(tx, caller.tenantId)
  const after = await loadWorkspace(tx, caller.tenantId)
  await followFields(tx, caller, before, after, step)
  await fillSmallModels(tx, caller.tenantId)
  await followWorkflows(tx, caller)
  await withdrawUngiven(tx, caller, after)
}

async function idsByKey(tx: Tx, changes: readonly DefinitionChange[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ kind: string; key: string; id: string }>(
    `select e.kind, e.key, e.definition_id as id from app.release_entries e
     join unnest($2::text[], $3::text[]) as c (kind, key) on c.kind = e.kind and c.key = e.key
     where e.tenant_id = app.current_tenant() and e.release_id = $1`,
    [tx.releaseId, changes.map(({ kind }) => kind), changes.map(({ key }) => key)],
  )
  return new Map(rows.map((row) => [placeOf(row), row.id]))
}

async function insertRelease(
  tx: Tx,
  caller: Caller,
  id: string,
  base: string,
  note: string | null,
): Promise<number> {
  const { rows } = await tx.query<{ number: number }>(
    `insert into app.releases (tenant_id, id, number, note, base_release_id, created_by)
     select $1, $2, max(number) + 1, $3, $4, $5 from app.releases where tenant_id = $1
     returning number`,
    [caller.tenantId, id, note, base, caller.userId],
  )
  return must(rows[0]).number
}

async function copyEntries(
  tx: Tx,
  from: string,
  to: string,
  except: readonly DefinitionChange[],
): Promise<void> {
  await tx.query(
    `insert into app.release_entries (tenant_id, release_id, kind, key, definition_id, version_id)
     select tenant_id, $2, kind, key, definition_id, version_id from app.release_entries e
     where tenant_id = app.current_tenant() and release_id = $1
       and not exists (
         select from unnest($3::text[], $4::text[]) as c (kind, key) where c.kind = e.kind and c.key = e.key
       )`,
    [from, to, except.map(({ kind }) => kind), except.map(({ key }) => key)],
  )
}

async function insertVersion(
  tx: Tx,
  caller: Caller,
  releaseId: string,
  { kind, key, body }: DefinitionChange,
  id: string,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const version = newId()
  if (!before.has(placeOf({ kind, key })))
    await tx.query(
      `insert into app.definitions (tenant_id, id, kind, created_by) values ($1, $2, $3, $4) on conflict do nothing`,
      [caller.tenantId, id, kind, caller.userId],
    )
  await tx.query(
    `with version as (
       insert into app.definition_versions (tenant_id, id, definition_id, body, created_by)
       values ($1, $2, $3, $4, $5)
     )
     insert into app.release_entries (tenant_id, release_id, kind, key, definition_id, version_id)
     values ($1, $6, $7, $8, $3, $2)`,
    [caller.tenantId, version, id, JSON.stringify(body), caller.userId, releaseId, kind, key],
  )
}

/**
 * Lets an earlier release count again, for whoever manages all of what it brings back. Throws 403, 404, or 422 `in_use`
 * when records need what it does not have.
 */
export async function restoreRelease(tx: Tx, caller: Caller, id: string): Promise<void> {
  assert(tx.mode === 'release', "releases change in a transaction of mode 'release'")
  // An old release brings back models, rights and screens at once.
  for (const area of ['models', 'archetypes', 'roles', 'routes', 'layouts'] as const)
    await requireManage(tx, caller, area)
  const { rowCount } = await tx.query('select from app.releases where tenant_id = $1 and id = $2', [
    caller.tenantId,
    id,
  ])
  if (rowCount === 0) throw new AppError('not_found')
  const { rows } = await tx.query<{ key: string; label: string; records: number }>(
    `select now.key, v.body ->> 'label' as label, count(*)::int as records
     from app.release_entries now
     join app.definition_versions v on v.tenant_id = now.tenant_id and v.id = now.version_id
     join app.objects o on o.tenant_id = now.tenant_id and o.model_id = now.definition_id and o.deleted_at is null
     where now.tenant_id = $1 and now.release_id = $2 and now.kind = 'model'
       and not exists (
         select from app.release_entries later
         where later.tenant_id = $1 and later.release_id = $3 and later.definition_id = now.definition_id
       )
     group by now.key, v.body ->> 'label'`,
    [caller.tenantId, tx.releaseId, id],
  )
  if (rows.length > 0)
    throw new AppError('in_use', 'That release does not have models which have records now.', {
      details: rows.map(({ key, label, records }) => ({
        path: key,
        code: 'in_use',
        ...saying('“{{model}}” has records: {{records}}.', {
          model: label === standardModel(key)?.label ? { names: [label] } : label,
          records,
        }),
      })),
    })
  await activate(tx, caller, id, 'restore')
  await recordEvent(tx, caller, { kind: 'restored', subject: 'release', recordId: id })
}
