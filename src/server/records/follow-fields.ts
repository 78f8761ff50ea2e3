import { archetypeFields } from '#contracts/archetype.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { followDefinitions } from '../formulas/follow-definitions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { slotColumns, type SlotColumns } from '../slots/slot-columns.ts'
import { followUnique } from './follow-unique.ts'

/** `release`: something new was released · `restore`: an earlier release counts again. */
export type Step = 'release' | 'restore'

const ownKeys = (model: ModelInfo | undefined): Set<string> =>
  new Set((model?.source?.schema?.fields ?? []).map(({ key }) => key))
const without = (keys: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...keys].filter((key) => !others.has(key))

// Which records: of the model; with $6 only those that follow one archetype, by themselves or by default ($7).
const bin = (slots: SlotColumns): string => `
  with gone as (
    select o.id, jsonb_object_agg(k.key, o.attributes -> k.key) as old
    from app.objects o, unnest($3::text[]) as k (key)
    where o.tenant_id = $1 and o.model_id = $2 and o.attributes ? k.key
      and ($6::uuid is null or o.archetype_id = $6 or ($7::boolean and o.archetype_id is null))
    group by o.id
  ), kept as (
    insert into app.binned_values (tenant_id, model_id, field_key, object_id, value)
    select $1, $2, v.key, g.id, v.value from gone g, jsonb_each(g.old) as v
    on conflict (tenant_id, model_id, field_key, object_id) do update set value = excluded.value, binned_at = now()
  ), told as (
    insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, before, after, request_id)
    select $1, app.new_id(), $4, 'updated', $2, g.id, g.old, (select jsonb_object_agg(v.key, null) from jsonb_each(g.old) as v), $5 from gone g
  )
  update app.objects o set attributes = o.attributes - $3::text[], revision = o.revision + 1${slots.assignments}
  from gone g where o.tenant_id = $1 and o.id = g.id`

// A value that was written anew since counts; the binned one is given up.
const unbin = (slots: SlotColumns): string => `
  with back as (
    delete from app.binned_values where tenant_id = $1 and model_id = $2 and field_key = any($3::text[]) returning object_id, field_key, value
  ), old as (
    select b.object_id, jsonb_object_agg(b.field_key, b.value) as attributes, jsonb_object_agg(b.field_key, null) as before
    from back b join app.objects o on o.tenant_id = $1 and o.id = b.object_id and not o.attributes ? b.field_key
    group by b.object_id
  ), told as (
    insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, before, after, request_id)
    select $1, app.new_id(), $4, 'updated', $2, object_id, before, attributes, $5 from old
  )
  update app.objects o set attributes = old.attributes || o.attributes, revision = o.revision + 1${slots.assignments}
  from old where o.tenant_id = $1 and o.id = old.object_id`

interface ArchetypeLoss {
  id: string
  keys: string[]
}

function archetypeLosses(before: Workspace, after: Workspace): ArchetypeLoss[] {
  return [...before.archetypes.values()].flatMap((archetype) => {
    const later = after.archetypes.get(archetype.id)
    if (!later) return []
    const left = new Set(archetypeFields(later.schema).map(({ key }) => key))
    const keys = archetypeFields(archetype.schema)
      .map(({ key }) => key)
      .filter((key) => !left.has(key))
    return keys.length > 0 ? [{ id: archetype.id, keys }] : []
  })
}

/**
 * Lets the records follow a change of release: values of deleted fields go to the bin (and come back when an earlier
 * release with the field is restored), and unique values are kept for exactly the fields that are unique now. Throws 422
 * `not_unique` when a field becomes unique that is not. The workspace is ours alone while this runs.
 */
export async function followFields(
  tx: Tx,
  caller: Caller,
  before: Workspace,
  after: Workspace,
  step: Step,
): Promise<void> {
  const losses = archetypeLosses(before, after)
  for (const [id, model] of after.modelsById) {
    const old = before.modelsById.get(id)
    const place = [caller.tenantId, id]
    const binned = bin(slotColumns(model, '(o.attributes - $3::text[])'))
    const gone = without(ownKeys(old), new Set(model.fields.keys()))
    if (gone.length > 0) await tx.query(binned, [...place, gone, caller.userId, tx.requestId, null, false])
    for (const loss of losses) {
      const keys = loss.keys.filter((key) => !ownKeys(model).has(key))
      if (keys.length > 0)
        await tx.query(binned, [
          ...place,
          keys,
          caller.userId,
          tx.requestId,
          loss.id,
          model.defaultArchetypeId === loss.id,
        ])
    }
    const back = step === 'restore' ? without(ownKeys(model), ownKeys(old)) : []
    if (back.length > 0)
      await tx.query(unbin(slotColumns(model, '(old.attributes || o.attributes)')), [
        ...place,
        back,
        caller.userId,
        tx.requestId,
      ])
    await followUnique(tx, caller, before, after, model)
  }
  await followDefinitions(tx, caller, before, after)
}
