import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { canonicalJson } from '#base/json.ts'
import { configurationKinds, type Configuration } from '#contracts/api/configuration.ts'
import type { ModelWrite } from '#contracts/model.ts'
import type { Workflow } from '#contracts/workflow.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { withProductFields } from '../standard-models/with-product-fields.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { readShape } from './check-shape.ts'
import { listDefinitions, type Definition } from './definitions.ts'
import { futureOf } from './future.ts'
import { readFieldRules } from './read-field-rules.ts'
import { releaseChanges } from './release-changes.ts'
import { requireHandOuts } from './require-hand-outs.ts'
import { withoutGoneRoles } from './roles-named.ts'

type Entry = Configuration['definitions'][number]
type Body = Entry['body']

const areas = ['models', 'archetypes', 'roles', 'routes', 'layouts', 'workflows'] as const

async function requireAll(tx: Tx, caller: Caller): Promise<void> {
  for (const area of areas) await requireManage(tx, caller, area)
}

async function allDefinitions(tx: Tx): Promise<Definition[]> {
  const found: Definition[] = []
  for (const kind of configurationKinds) found.push(...(await listDefinitions(tx, kind)))
  return found
}

/**
 * Everything released but what is of this workspace alone (its name, its letterhead), and what is left of models and roles
 * that are gone: an import would refuse it. Throws 403.
 */
export async function exportConfiguration(tx: Tx, caller: Caller): Promise<Configuration> {
  await requireAll(tx, caller)
  const future = await futureOf(tx, caller, [])
  const all = (await allDefinitions(tx)).filter(({ kind, key, body }) => {
    if (kind === 'field_permissions') return future.hasModelId(key)
    return kind !== 'view' || future.hasModel(String(body['model']))
  })
  const definitions = all.flatMap(({ kind, id, key, body: whole }): Entry[] => {
    const body = withoutGoneRoles(kind, whole, (role) => future.hasRole(role))
    return body === null ? [] : [{ kind, id, key, body } as Entry]
  })
  return { schema: 1, definitions }
}

/**
 * Releases what differs from what is here, as one; what the document does not name stays, so do fields of a model and rules
 * of fields. A definition is the one of the same kind and key, and what named it by its id in the other workspace names
 * that one here; a standard model keeps the product's fields as they are today. Throws 403, or 422 with all problems.
 * Answers the release that counts then. `wrongWorkflow` says what is wrong with a workflow that only its caller can know.
 */
export async function importConfiguration(
  tx: Tx,
  caller: Caller,
  { definitions }: Configuration,
  wrongWorkflow: (workflow: Workflow, at: string) => ErrorDetail[],
): Promise<string> {
  await requireAll(tx, caller)
  refuseRepeated(definitions)
  const here = new Map((await allDefinitions(tx)).map((one) => [placeOf(one), one]))
  const ids = await idsHere(tx, definitions, here)
  const details: ErrorDetail[] = []
  const changes = definitions.flatMap((entry, index): Entry[] => {
    const wish = withIds(entry, ids) as Entry
    const now = here.get(placeOf(wish))?.body
    if (isSame(now, wish.body)) return []
    const read = shapeOf(wish, `definitions.${index}.`)
    if ('details' in read) {
      details.push(...read.details)
      return []
    }
    if (wish.kind === 'workflow')
      details.push(...wrongWorkflow(read.body as unknown as Workflow, `definitions.${index}.body.`))
    const kept = withOthers(wish.kind, now, read.body)
    if (isSame(now, kept)) return []
    const body = wish.kind === 'model' ? withProductFields(kept as ModelWrite) : kept
    return isSame(now, body) ? [] : [{ ...wish, body }]
  })
  if (details.length > 0) throw invalid(details)
  if (changes.length === 0) return tx.releaseId
  const { releaseId } = await releaseChanges(tx, caller, changes, null, true)
  await requireHandOuts(tx, caller, changes)
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

const isSame = (now: Body | undefined, body: Body): boolean =>
  now !== undefined && canonicalJson(now) === canonicalJson(body)

const shapeOf = ({ kind, key, body }: Entry, at: string) =>
  kind === 'field_permissions' ? readFieldRules(body, at) : readShape(kind, key, body, at)

/** With what is here of a model's fields, or of the rules of its fields, and not in the document. */
function withOthers(kind: Entry['kind'], now: Body | undefined, body: Body): Body {
  if (!now) return body
  if (kind === 'field_permissions')
    return { fields: { ...(now['fields'] as Body), ...(body['fields'] as Body) } }
  if (kind !== 'model') return body
  const { schema: before } = now as ModelWrite
  const { schema } = body as ModelWrite
  if (!before) return body
  const named = new Set(schema?.fields.map(({ key }) => key))
  const fields = [...(schema?.fields ?? [])]
  // Each stands behind the one it follows here, so that the same document makes the same of it again.
  for (const [index, field] of before.fields.entries()) {
    const last = before.fields[index - 1]?.key
    if (!named.has(field.key)) fields.splice(fields.findIndex(({ key }) => key === last) + 1, 0, field)
  }
  return { ...body, schema: { ...before, ...schema, fields } }
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
