import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Draft, DraftKind } from '#contracts/api/drafts.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockLayout, stockRoute } from '../features/stock-screens.ts'
import { checkBody } from './check-body.ts'
import { readDefinition } from './definitions.ts'
import { futureOf } from './future.ts'

/** A draft as stored. */
export interface DraftRow {
  kind: DraftKind
  key: string
  body: Record<string, unknown> | null
  base_version_id: string | null
  current_version_id: string | null
  updated_at: string
  updated_by: string
}

const columns = `d.kind, d.key, d.body, d.base_version_id, r.version_id as current_version_id,
  to_json(d.updated_at)#>>'{}' as updated_at, d.updated_by`
const table = `app.drafts d left join app.released r on r.tenant_id = d.tenant_id and r.kind = d.kind and r.key = d.key`

/** Every draft of these kinds. */
export async function listDraftRows(tx: Tx, kinds: readonly DraftKind[]): Promise<DraftRow[]> {
  const { rows } = await tx.query<DraftRow>(
    `select ${columns} from ${table} where d.tenant_id = app.current_tenant() and d.kind = any($1) order by d.kind, d.key`,
    [kinds],
  )
  return rows
}

/** One draft, or null. */
export async function readDraftRow(tx: Tx, kind: DraftKind, key: string): Promise<DraftRow | null> {
  const { rows } = await tx.query<DraftRow>(
    `select ${columns} from ${table} where d.tenant_id = app.current_tenant() and d.kind = $1 and d.key = $2`,
    [kind, key],
  )
  return rows[0] ?? null
}

/** Throws a draft away; whether there was one. */
export async function deleteDraftRow(tx: Tx, kind: DraftKind, key: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from app.drafts where tenant_id = app.current_tenant() and kind = $1 and key = $2',
    [kind, key],
  )
  return rowCount > 0
}

export interface DraftWish {
  kind: DraftKind
  key: string
  body: Record<string, unknown> | null
  /** The released version the editor began with; absent: whatever the draft or the release has. */
  base?: string | null | undefined
  /** `updated_at` of the draft the editor saw; absent: it does not matter. */
  seen?: string | null | undefined
}

/**
 * Saves a draft. Only its shape must be right; what else is wrong with it is told in `problems` and stops its release.
 * Throws 412 when somebody saved or released since, 404 when there is nothing to take out.
 */
export async function saveDraftRow(tx: Tx, caller: Caller, wish: DraftWish): Promise<Draft> {
  const { kind, key, body } = wish
  // Two savers of one draft take turns.
  await tx.query('select from app.drafts where tenant_id = $1 and kind = $2 and key = $3 for update', [
    caller.tenantId,
    kind,
    key,
  ])
  const before = await readDraftRow(tx, kind, key)
  const released = await readDefinition(tx, kind, key)
  if (body === null && !released) throw new AppError('not_found')
  const current = released?.version_id ?? null
  if (wish.seen !== undefined && wish.seen !== (before?.updated_at ?? null)) throw conflict(before)
  if (wish.base !== undefined && wish.base !== current && wish.base !== before?.base_version_id)
    throw conflict(before)
  const base = wish.base === undefined ? (before ? before.base_version_id : current) : wish.base
  await tx.query(
    `insert into app.drafts (tenant_id, kind, key, body, base_version_id, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, clock_timestamp(), $6)
     on conflict (tenant_id, kind, key) do update set body = excluded.body, base_version_id = excluded.base_version_id,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [caller.tenantId, kind, key, body === null ? null : JSON.stringify(body), base, caller.userId],
  )
  return draftOf(tx, caller, must(await readDraftRow(tx, kind, key)))
}

const conflict = (draft: DraftRow | null): AppError =>
  new AppError('edit_conflict', 'Somebody else saved or released this in the meantime.', {
    details: { updated_at: draft?.updated_at ?? null, updated_by: draft?.updated_by ?? null },
  })

/** A draft as the API answers it. */
export async function draftOf(tx: Tx, caller: Caller, row: DraftRow): Promise<Draft> {
  const { current_version_id, ...draft } = row
  const problems =
    row.body === null ? [] : checkBody(row.kind, row.key, row.body, await futureOf(tx, caller, [row]))
  return {
    ...draft,
    outdated: row.base_version_id !== current_version_id,
    origin: originOf(row),
    problems,
  }
}

function originOf({ kind, key, current_version_id }: DraftRow): Draft['origin'] {
  const shipped = kind === 'layout' ? stockLayout(key) : kind === 'route' ? stockRoute(key) : undefined
  if (shipped) return current_version_id === null ? 'stock' : 'customised'
  return 'own'
}
