import { AppError, type ErrorDetail } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { archetypeFields, type Archetype } from '#contracts/archetype.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { isUnique, togetherKey } from '#kernel/models/unique-values.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { saidFields } from '../names/said-names.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'

/** Something that is unique among some records of a model: a field, or several together. */
interface UniqueScope {
  /** As `app.unique_values` names it. */
  key: string
  keys: readonly string[]
  /** Only records that follow this archetype; null: all of the model. */
  archetypeId: string | null
  /** It is the model's default: records without one of their own follow it too. */
  isDefault: boolean
  label: string
}

/** All that is unique in a model of a release. What the model itself declares wins over its archetypes. */
function scopesOf(workspace: Workspace, model: ModelInfo | undefined): Map<string, UniqueScope> {
  const scopes = new Map<string, UniqueScope>()
  const schema = model?.source?.schema
  if (!model) return scopes
  const everywhere = { archetypeId: null, isDefault: false }
  const own = new Map(plainFields(schema?.fields ?? []).map((field) => [field.key, field]))
  const add = (scope: UniqueScope) => scopes.set(`${scope.archetypeId ?? ''} ${scope.key}`, scope)
  for (const field of own.values())
    if (isUnique(field)) add({ key: field.key, keys: [field.key], label: field.label, ...everywhere })
  for (const keys of schema?.unique_together ?? [])
    add({
      key: togetherKey(keys),
      keys,
      label: keys.map((key) => model.fields.get(key)?.label ?? key).join(' + '),
      ...everywhere,
    })
  for (const archetype of workspace.archetypes.values())
    for (const field of archetypeFields(archetype.schema))
      if (isUnique(field) && !own.has(field.key))
        add({
          key: field.key,
          keys: [field.key],
          archetypeId: archetype.id,
          isDefault: model.defaultArchetypeId === archetype.id,
          label: field.label,
        })
  return scopes
}

// Which records: $5 an archetype or null for all, $6 whether records without one follow it.
const inScope = '($5::uuid is null or o.archetype_id = $5 or ($6::boolean and o.archetype_id is null))'

// The text as `uniqueValues` and `uniqueRows` make it. $3: the keys, $4: what they are kept under.
const valuesOf = `
  select o.id, case when length(v.text) <= 400 then v.text else 'sha256:' || encode(sha256(convert_to(v.text, 'UTF8')), 'hex') end as value
  from app.objects o cross join lateral (
    select case
      when count(t.text) < cardinality($3::text[]) then null
      when cardinality($3::text[]) = 1 then min(t.text)
      else string_agg(length(t.text) || ':' || t.text, '' order by t.place) end as text
    from (select k.place, o.attributes ->> k.key as text from unnest($3::text[]) with ordinality as k (key, place)) t
  ) v
  where o.tenant_id = $1 and o.model_id = $2 and o.deleted_at is null and v.text is not null and ${inScope}`

const claim = `
  with wanted as (${valuesOf})
  insert into app.unique_values (tenant_id, model_id, field_key, value, object_id)
  select $1, $2, $4, w.value, w.id from wanted w order by w.id
  on conflict do nothing`

const unclaimed = `
  with wanted as (${valuesOf})
  select exists (
    select from wanted w where not exists (
      select from app.unique_values u where u.tenant_id = $1 and u.model_id = $2 and u.field_key = $4 and u.object_id = w.id
    )
  ) as found`

const release = `
  delete from app.unique_values u using app.objects o
  where u.tenant_id = $1 and u.model_id = $2 and u.field_key = $4 and cardinality($3::text[]) > 0
    and o.tenant_id = u.tenant_id and o.id = u.object_id and ${inScope}`

/**
 * Keeps unique values for exactly what is unique now: a model's own fields, fields of an archetype among the records that
 * follow it, and fields that are unique together. Throws 422 `not_unique` when something becomes unique that is not.
 */
export async function followUnique(
  tx: Tx,
  caller: Caller,
  before: Workspace,
  after: Workspace,
  model: ModelInfo,
): Promise<void> {
  const old = scopesOf(before, before.modelsById.get(model.id ?? ''))
  const now = scopesOf(after, model)
  const same = (a: UniqueScope | undefined, b: UniqueScope | undefined) =>
    a !== undefined && b !== undefined && a.isDefault === b.isDefault
  const values = ({ keys, key, archetypeId, isDefault }: UniqueScope) => [
    caller.tenantId,
    model.id,
    keys,
    key,
    archetypeId,
    isDefault,
  ]
  for (const [place, scope] of old) if (!same(scope, now.get(place))) await tx.query(release, values(scope))
  const details: ErrorDetail[] = []
  for (const [place, scope] of now) {
    if (same(scope, old.get(place))) continue
    await tx.query(claim, values(scope))
    const { rows } = await tx.query<{ found: boolean }>(unclaimed, values(scope))
    if (rows[0]?.found === true)
      details.push({
        path: placeOf(scope, model, after.archetypes),
        code: 'not_unique',
        ...saying('{{field}}: two records have the same value.', {
          field: saidFields(model, [{ key: scope.key, label: scope.label }]),
        }),
      })
  }
  if (details.length > 0) throw new AppError('not_unique', 'Some records have the same value.', { details })
}

/** Where the definition says that it is unique, as a path into the model or archetype that was saved. */
function placeOf(
  { key, keys, archetypeId }: UniqueScope,
  model: ModelInfo,
  archetypes: ReadonlyMap<string, Archetype>,
): string {
  const schema = model.source?.schema
  if (keys.length > 1)
    return `schema.unique_together.${(schema?.unique_together ?? []).findIndex((one) => togetherKey(one) === key)}`
  if (archetypeId === null)
    return `schema.fields.${(schema?.fields ?? []).findIndex((field) => field.key === key)}.unique`
  for (const [group, { attributes, fields }] of (
    archetypes.get(archetypeId)?.schema?.assemblies ?? []
  ).entries())
    for (const [list, found] of [
      ['attributes', attributes],
      ['fields', fields],
    ] as const) {
      const at = (found ?? []).findIndex((field) => field.key === key)
      if (at >= 0) return `schema.assemblies.${group}.${list}.${at}.unique`
    }
  return 'schema'
}
