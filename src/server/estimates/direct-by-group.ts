import { must } from '#base/assert.ts'
import type { MeasuredGroup } from '#estimating/benchmarks.ts'
import { addFixed, fixedText, parseFixed, zero, type Fixed } from '#estimating/fixed.ts'
import { weighedShares } from '#estimating/group-shares.ts'
import { groupTree, type GroupRow } from '#estimating/group-tree.ts'
import { splitAmount } from '#estimating/split-amount.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { empty, identifier, sql, toStatement } from '#kernel/sql/sql.ts'
import type { RecordContext } from '../records/record-context.ts'
import { roundingOf } from './document-of.ts'
import type { Crosswalk } from './crosswalk.ts'
import { groupRows } from './group-rows.ts'
import { groupSharesOf } from './group-shares-of.ts'
import { loadVersions, modelNamed, type StoredRow } from './stored-version.ts'

interface Asked {
  set: string
  groups: readonly MeasuredGroup[]
  /** What leads into the set. */
  crosswalk: Crosswalk
}

/**
 * The direct cost of versions by the groups of one set, by version: just what `groupRows` makes of each, from the totals that
 * are kept with the lines. The database adds them up, in one statement for all versions; only lines of several groups come
 * one by one, as they are split to the cent. Versions whose lines are rounded to anything else are worked out as a whole.
 */
export async function directByGroup(
  context: RecordContext,
  versions: readonly StoredRow[],
  { set, groups, crosswalk }: Asked,
): Promise<Map<string, GroupRow[]>> {
  const others = versions
    .filter(({ attributes }) => roundingOf(attributes).lineTotal !== 2)
    .map(({ id }) => id)
  const kept = versions.map(({ id }) => id).filter((id) => !others.includes(id))
  const totals = await keptTotals(context, kept, { set, groups, crosswalk })
  const found = new Map(
    kept.map((id) => {
      const own = [...(totals.get(id) ?? [])]
      return [
        id,
        groupTree(
          own.map(([key, amount]) => ({ key, amount: fixedText(amount) })),
          groups,
        ),
      ]
    }),
  )
  for (const stored of others.length > 0 ? await loadVersions(context, others) : [])
    found.set(stored.version.id, (await groupRows(context, stored, { groups, crosswalk, of: 'total' })).rows)
  return found
}

interface SumRow {
  version: string
  cost_group: string | null
  amount: string
  /** Of a line that belongs to several groups. */
  shares: { cost_group: string; share: string }[] | null
}

async function keptTotals(
  context: RecordContext,
  versions: readonly string[],
  { set, groups, crosswalk }: Asked,
): Promise<Map<string, Map<string | null, Fixed>>> {
  const known = new Set(groups.map(({ id }) => id))
  const totals = new Map<string, Map<string | null, Fixed>>()
  const asked = { groups: [...known, ...crosswalk.keys()], split: splitBy(crosswalk) }
  for (const { version, cost_group, amount, shares } of await sumsOf(context, versions, asked)) {
    const of = totals.get(version) ?? new Map<string | null, Fixed>()
    totals.set(version, of)
    const line = { id: '', archetype_id: null, attributes: { cost_group } }
    const further = (shares ?? []).map((one) => ({ ...line, attributes: { line: '', ...one } }))
    const parts = weighedShares(must(groupSharesOf([line], further, set, known, crosswalk).get('')), set)
    const amounts = splitAmount(
      parseFixed(amount),
      parts.map(({ share }) => share),
    )
    parts.forEach(({ key }, at) => of.set(key, addFixed(of.get(key) ?? zero, must(amounts[at]))))
  }
  return totals
}

/** The groups a line of which is split, so that the cents of many are not those of their sum. */
const splitBy = (crosswalk: Crosswalk): string[] =>
  [...crosswalk]
    .filter(([, { to }]) => to.some(({ weight }) => weight !== '100') || to.length > 1)
    .map(([id]) => id)

/** `countsInTotal` of `stored s`: what does not count keeps a total of 0, but is in no group. */
const counts = sql`case s.item_type
  when 'optional_with_total' then s.selected
  when 'optional_without_total' then s.selected
  when 'alternative' then s.selected
  when 'base' then s.alt_group is null or (s.version, s.alt_group) not in (
    select t.version, t.alt_group from stored t
    where t.item_type = 'alternative' and t.selected and t.alt_group is not null)
  else true end`

async function sumsOf(
  context: RecordContext,
  versions: readonly string[],
  { groups, split }: { groups: readonly string[]; split: readonly string[] },
): Promise<SumRow[]> {
  if (versions.length === 0) return []
  const { tx, caller, workspace } = context
  const lines = modelNamed(context, 'estimate_lines')
  const [line, part] = [identifier('o'), identifier('c')]
  const version = linkText(line, must(lines.fields.get('version')))
  const further = workspace.models.get('line_classifications')
  const tenant = sql`${caller.tenantId}::uuid`
  const shares = further
    ? sql`, shares as (
        select l.id, jsonb_agg(jsonb_build_object('cost_group', ${part}.attributes -> 'cost_group',
          'share', coalesce(${part}.attributes -> 'share', '"100"')) order by ${part}.id) as shares
        from lines l join app.objects ${part} on ${part}.tenant_id = ${tenant} and ${part}.model_id = ${further.id}::uuid
          and ${part}.deleted_at is null and ${linkText(part, must(further.fields.get('line')))} = l.id::text
        where ${part}.attributes ->> 'cost_group' = any(${groups}::text[])
        group by l.id
      )`
    : empty
  const alone = sql`l.cost_group = any(${split}::text[])`
  const { text, values } = toStatement(sql`
    with stored as materialized (
      select ${line}.id, ${version} as version, ${line}.attributes ->> 'cost_group' as cost_group,
        (${line}.attributes ->> 'node_total')::numeric as amount, ${line}.attributes ->> 'item_type' as item_type,
        ${line}.attributes ->> 'alt_group' as alt_group, ${line}.attributes -> 'selected' = 'true' as selected
      from app.objects ${line}
      where ${line}.tenant_id = ${tenant} and ${line}.model_id = ${lines.id}::uuid and ${line}.deleted_at is null
        and ${version} = any(${versions}::text[]) and coalesce(${line}.attributes ->> 'kind', 'line') = 'line'
        and ${line}.attributes ->> 'node_total' is not null
    ), lines as (
      select id, version, cost_group, amount from stored s
      where ${counts}
    )${shares}
    select l.version, l.cost_group, sum(l.amount)::text as amount, ${further ? sql`s.shares` : sql`null::jsonb`} as shares
    from lines l ${further ? sql`left join shares s on s.id = l.id` : empty}
    group by l.version, l.cost_group, ${further ? sql`s.shares, ` : empty}case when ${further ? sql`s.shares is not null or ` : empty}${alone} then l.id end`)
  return (await tx.query<SumRow>(text, values, { plan: 'lookup' })).rows
}
