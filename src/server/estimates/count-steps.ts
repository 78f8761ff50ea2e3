import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { compareFixed, parseFixed, roundFixed } from '#estimating/fixed.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { identifier, sql, toStatement } from '#kernel/sql/sql.ts'
import type { RecordContext } from '../records/record-context.ts'
import { modelNamed } from './stored-version.ts'

/** From a version to one that was made from it. */
export interface Step {
  from: string
  to: string
}

/** How many lines the later version has more, less and changed. */
export interface CountedStep extends Step {
  added: number
  removed: number
  changed: number
}

/** Versions whose lines are held at a time. */
const most = 40

/**
 * Counts the lines that differ between versions and the ones they were made from, by lineage, from what is kept with the
 * lines. A line is changed where `compareEstimates` lists it with something that is another, or as moved. Both versions of a
 * step round alike, by `rounding`. The caller has asked whether this person reads all of it.
 */
export async function countSteps(
  context: RecordContext,
  steps: readonly (Step & { rounding: RoundingPolicy })[],
): Promise<CountedStep[]> {
  const counted: CountedStep[] = []
  for (let at = 0; at < steps.length; at += most / 2) {
    const some = steps.slice(at, at + most / 2)
    const lines = await linesOf(context, [...new Set(some.flatMap(({ from, to }) => [from, to]))])
    for (const { from, to, rounding } of some) {
      const sides = [lines.get(from) ?? nothing, lines.get(to) ?? nothing] as const
      counted.push({ from, to, ...countBetween(...sides, rounding) })
    }
  }
  return counted
}

/** A line in few words: its place, its quantity, and one word for all the rest that may differ. */
interface ShortLine {
  above: string
  quantity: string
  rest: string
}

const nothing: ReadonlyMap<string, ShortLine> = new Map()

function countBetween(
  before: ReadonlyMap<string, ShortLine>,
  after: ReadonlyMap<string, ShortLine>,
  { qty, mode }: RoundingPolicy,
): Pick<CountedStep, 'added' | 'removed' | 'changed'> {
  const rounded = (text: string) =>
    qty === null ? parseFixed(text) : roundFixed(parseFixed(text), qty, mode)
  let [both, changed] = [0, 0]
  for (const [lineage, now] of after) {
    const was = before.get(lineage)
    if (!was) continue
    both++
    const isSame =
      was.rest === now.rest &&
      was.above === now.above &&
      (was.quantity === now.quantity || compareFixed(rounded(was.quantity), rounded(now.quantity)) === 0)
    if (!isSame) changed++
  }
  return { added: after.size - both, removed: before.size - both, changed }
}

interface NodeRow extends Omit<ShortLine, 'above'> {
  id: string
  version: string
  parent: string | null
  lineage: string
  is_line: boolean
}

/** The lines of versions by their lineage. The database only reads: how it would join many versions is not to be foreseen. */
async function linesOf(
  context: RecordContext,
  versions: readonly string[],
): Promise<Map<string, Map<string, ShortLine>>> {
  const found = new Map<string, Map<string, ShortLine>>()
  for (const [version, nodes] of groupBy(await nodeRows(context, versions), (row) => row.version)) {
    const lineages = new Map(nodes.map(({ id, lineage }) => [id, lineage]))
    const lines = nodes.filter(({ is_line }) => is_line)
    found.set(
      version,
      new Map(
        lines.map(({ lineage, parent, quantity, rest }) => [
          lineage,
          { above: lineages.get(parent ?? '') ?? '', quantity, rest },
        ]),
      ),
    )
  }
  return found
}

async function nodeRows(context: RecordContext, versions: readonly string[]): Promise<NodeRow[]> {
  const { tx, caller } = context
  const model = modelNamed(context, 'estimate_lines')
  const line = identifier('o')
  const link = (key: string) => linkText(line, must(model.fields.get(key)))
  // The record is taken apart once; field by field it would be read anew for each.
  const { text: statement, values } = toStatement(sql`
    select ${line}.id::text as id, ${link('version')} as version, ${link('parent')} as parent,
      coalesce(nullif(a.lineage, ''), ${line}.id::text) as lineage, coalesce(a.kind, 'line') = 'line' as is_line,
      coalesce(a.quantity, '0') as quantity,
      md5(row(coalesce(a.title, ''), coalesce(a.text, ''), coalesce(a.customer_text, ''),
        coalesce(a.visible_to_customer, true), coalesce(a.unit, ''), coalesce(a.item_type, ''), coalesce(a.vat_code, ''),
        trim_scale(coalesce(a.rate, 0)), trim_scale(coalesce(a.discount_pct, 0)),
        trim_scale(coalesce(a.line_total, 0)), trim_scale(coalesce(a.node_total, 0)))::text) as rest
    from app.objects ${line}
      cross join lateral jsonb_to_record(${line}.attributes) as a(lineage text, kind text, quantity text, title text,
        text text, customer_text text, visible_to_customer boolean, unit text, item_type text, vat_code text,
        rate numeric, discount_pct numeric, line_total numeric, node_total numeric)
    where ${line}.tenant_id = ${caller.tenantId}::uuid and ${line}.model_id = ${model.id}::uuid
      and ${line}.deleted_at is null and ${link('version')} = any(${versions}::text[])`)
  return (await tx.query<NodeRow>(statement, values, { plan: 'lookup' })).rows
}
