import type { RecordContext } from '../records/record-context.ts'

/** Where a group of another set leads: its set, and what it stands for in the set that is asked for, in per cent. */
export interface Lead {
  set: string
  to: readonly { group: string; weight: string }[]
}

/** By the ids of all groups of the sets that a crosswalk leads from. */
export type Crosswalk = ReadonlyMap<string, Lead>

export const noCrosswalk: Crosswalk = new Map()

interface GroupRow {
  id: string
  set: string
  parent: string | null
  to: { group: string; weight: string }[] | null
}

// Every group of the sets something leads from, as those below a group that is led elsewhere go with it.
const leading = `
  with leads as (
    select m.from_id, jsonb_agg(jsonb_build_object('group', m.to_id, 'weight', m.weight::text) order by m.to_id) as parts
    from app.cost_group_maps m
      join app.cost_groups t on t.tenant_id = m.tenant_id and t.id = m.to_id and not t.deleted
    where m.tenant_id = $1 and t.set_id = $2
    group by m.from_id
  )
  select g.id, g.set_id as set, g.parent_id as parent, l.parts as to
  from app.cost_groups g left join leads l on l.from_id = g.id
  where g.tenant_id = $1 and not g.deleted and g.set_id in (
    select f.set_id from leads join app.cost_groups f on f.tenant_id = $1 and f.id = leads.from_id)`

/**
 * What leads from groups of other sets into those of a set. A group without a lead of its own goes where the one above it
 * goes. None for whoever may not read the crosswalks.
 */
export async function crosswalkInto(context: RecordContext, set: string): Promise<Crosswalk> {
  if (!mayReadCrosswalks(context)) return noCrosswalk
  const { rows } = await context.tx.query<GroupRow>(leading, [context.caller.tenantId, set], {
    plan: 'lookup',
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(rows.map((row) => [row.id, { set: row.set, to: leadOf(row, byId) }]))
}

function leadOf(row: GroupRow, byId: ReadonlyMap<string, GroupRow>): Lead['to'] {
  let above: GroupRow | undefined = row
  while (above && !above.to) above = above.parent === null ? undefined : byId.get(above.parent)
  return above?.to ?? []
}

function mayReadCrosswalks({ access, workspace }: RecordContext): boolean {
  const model = workspace.models.get('cost_group_maps')
  if (!model || !access.can(model, 'read') || access.rowRule(model) !== null) return false
  const readable = access.readable(model)
  return ['from_group', 'to_group', 'weight'].every((field) => readable.has(field))
}
