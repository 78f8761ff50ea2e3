import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { canonicalJson } from '#base/json.ts'
import { configurationKinds, type Configuration } from '#contracts/api/configuration.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { requireHandOut } from '../roles/hand-out.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { checkFieldRules } from './check-field-rules.ts'
import { checkShape } from './check-shape.ts'
import { listDefinitions, type Definition } from './definitions.ts'
import { releaseChanges } from './release-changes.ts'

type Entry = Configuration['definitions'][number]

const areas = ['models', 'archetypes', 'roles', 'routes', 'layouts', 'workflows'] as const

async function requireAll(tx: Tx, caller: Caller): Promise<void> {
  for (const area of areas) await requireManage(tx, caller, area)
}

async function allDefinitions(tx: Tx): Promise<Definition[]> {
  const found: Definition[] = []
  for (const kind of configurationKinds) found.push(...(await listDefinitions(tx, kind)))
  return found
}

/** Everything released but what is of this workspace alone (its name, its letterhead). Throws 403. */
export async function exportConfiguration(tx: Tx, caller: Caller): Promise<Configuration> {
  await requireAll(tx, caller)
  const all = await allDefinitions(tx)
  return { schema: 1, definitions: all.map(({ kind, id, key, body }) => ({ kind, id, key, body }) as Entry) }
}

/**
 * Releases what differs from what is here, as one; what the document does not name stays. A definition is the one of the
 * same kind and key, and what named it by its id in the other workspace names that one here. Throws 403, or 422 with all
 * problems. Answers the release that counts then.
 */
export async function importConfiguration(
  tx: Tx,
  caller: Caller,
  { definitions }: Configuration,
): Promise<string> {
  await requireAll(tx, caller)
  refuseRepeated(definitions)
  const here = new Map((await allDefinitions(tx)).map((one) => [placeOf(one), one]))
  const ids = await idsHere(tx, definitions, here)
  const changes = definitions.flatMap((entry, index) => {
    const wish = withIds(entry, ids) as Entry
    const now = here.get(placeOf(wish))
    return now && canonicalJson(now.body) === canonicalJson(wish.body) ? [] : [checked(wish, index)]
  })
  if (changes.length === 0) return tx.releaseId
  const { releaseId } = await releaseChanges(tx, caller, changes, null, true)
  const workspace = await loadWorkspace(tx, caller.tenantId)
  for (const { kind, key } of changes) if (kind === 'role') requireHandOut(workspace, caller, key)
  return releaseId
}

const placeOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`

function refuseRepeated(definitions: readonly Entry[]): void {
  const seen = new Set<string>()
  const details = definitions.flatMap((entry, index): ErrorDetail[] => {
    const names = [placeOf(entry), entry.id]
    const twice = names.some((name) => seen.has(name))
    for (const name of names) seen.add(name)
    return twice
      ? [{ path: `definitions.${index}.key`, code: 'duplicate', message: `${entry.key} is there twice.` }]
      : []
  })
  if (details.length > 0) throw invalid(details)
}

function checked({ kind, id, key, body }: Entry, index: number): Entry {
  const at = `definitions.${index}.`
  if (kind !== 'field_permissions') return { kind, id, key, body: checkShape(kind, key, body, at) }
  return { kind, id, key, body: checkFieldRules(body, at) }
}

/**
 * Ids of the document that are others here. What was here before under an id keeps it to itself: records in the bin
 * still name it.
 */
async function idsHere(
  tx: Tx,
  definitions: readonly Entry[],
  here: ReadonlyMap<string, Definition>,
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from app.definitions where tenant_id = app.current_tenant() and id = any($1)',
    [definitions.map(({ id }) => id)],
  )
  const taken = new Set(rows.map(({ id }) => id))
  return new Map(
    definitions.flatMap((entry): [string, string][] => {
      const id = here.get(placeOf(entry))?.id ?? (taken.has(entry.id) ? newId() : entry.id)
      return id === entry.id ? [] : [[entry.id, id]]
    }),
  )
}

function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, ids)]))
}
