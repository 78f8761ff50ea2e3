import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import type { Row } from '#contracts/query.ts'
import { addFixed, fixedText, parseFixed, sumFixed, zero, type Fixed } from '#estimating/fixed.ts'
import { splitAmount } from '#estimating/split-amount.ts'
import { currentVersions } from '../estimates/current-versions.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { readElements } from './read-elements.ts'

/** What elements cost, and by what. */
export interface ElementCosts {
  currency: string | null
  /** Told by what was accepted; else by the newest estimate as it stands. */
  agreed: boolean
  /** Accepted versions in another currency, which are not in it. */
  left_out: number
  /** Of all of them, exact. */
  total: string
  /** Amounts by the ids of elements; one that nothing was counted for is not here. */
  elements: Record<string, string>
}

const none: ElementCosts = { currency: null, agreed: false, left_out: 0, total: '0.00', elements: {} }

/**
 * What the elements of model versions cost: the total of each line that take-off filled, split among the elements it was
 * counted from by their quantities, to the cent. An element is the same in all versions of its model. The caller has asked
 * whether this person reads all of it.
 */
export async function elementCosts(
  context: RecordContext,
  versions: readonly string[],
): Promise<ElementCosts> {
  const links = await lastLinks(context, await runsOf(context, versions))
  if (links.length === 0) return none
  const estimates = await loadObjects(context, modelNamed(context, 'estimates'), [
    ...new Set(links.map(({ attributes }) => String(attributes.estimate))),
  ])
  const current = await currentVersions(context, estimates)
  if (!current) return none
  const totals = await totalsByLine(context, current.versions)
  const shown = await readElements(context, versions, { fields: ['id', 'identity'] })
  const items = await itemsByGroup(context, links)
  const sameAs = await elementsByItem(context, shown, [...items.values()].flat())
  const sums = new Map<string, Fixed>()
  for (const [line, own] of groupBy(links, lineOf)) {
    const total = totals.get(line)
    if (total === undefined) continue
    const counted = own.flatMap((link) => items.get(groupOf(link)) ?? [])
    if (counted.length === 0) continue
    const shares = splitAmount(
      total,
      counted.map(({ attributes }) => parseFixed(String(attributes.quantity))),
    )
    for (const [at, { attributes }] of counted.entries())
      for (const id of sameAs.get(String(attributes.element)) ?? [])
        sums.set(id, addFixed(sums.get(id) ?? zero, must(shares[at])))
  }
  const { currency, agreed, left_out } = current
  return {
    currency,
    agreed,
    left_out,
    total: sums.size === 0 ? none.total : fixedText(sumFixed(sums.values())),
    elements: Object.fromEntries([...sums].map(([id, sum]) => [id, fixedText(sum)])),
  }
}

/** Runs that counted any version of the building models these are versions of. */
async function runsOf(context: RecordContext, versions: readonly string[]): Promise<string[]> {
  const model = modelNamed(context, 'bim_model_versions')
  const named = await loadObjects(context, model, versions)
  const models = [...new Set(named.map(({ attributes }) => String(attributes['bim_model'])))]
  const all = await rowsOf(context, 'bim_model_versions', 'bim_model', models)
  const runs = new Set<string>()
  for (let start = 0; start < all.length; start += mostVersions) {
    const slice = all.slice(start, start + mostVersions)
    const rows = await everyRow(context, {
      model: 'takeoff_runs',
      fields: ['id'],
      where: { or: slice.map(({ id }) => ({ field: 'model_versions', op: 'contains', value: id })) },
    })
    for (const { id } of rows) runs.add(String(id))
  }
  return [...runs]
}

// As many as a condition takes.
const mostVersions = 150

/** Of each line the links of the run that counted it last, where that is one of these. */
async function lastLinks(context: RecordContext, runs: readonly string[]): Promise<StoredRow[]> {
  if (runs.length === 0) return []
  const named = await rowsOf(context, 'line_links', 'run', runs)
  const lines = new Set(named.map(lineOf))
  // Runs of other building models may have counted the same lines since.
  const estimates = new Set(named.map(({ attributes }) => String(attributes.estimate)))
  const all = await rowsOf(context, 'line_links', 'estimate', [...estimates])
  const links = all.filter((link) => lines.has(lineOf(link)))
  return [...groupBy(links, lineOf).values()].flatMap((own) => {
    const last = own.reduce((newest, link) => (link.id > newest.id ? link : newest))
    if (!runs.includes(String(last.attributes.run))) return []
    // The same run may have been accepted again: of each of its groups one link counts.
    const groups = new Map(own.map((link) => [groupOf(link), link]))
    return [...groups.values()].filter(({ attributes }) => attributes.run === last.attributes.run)
  })
}

async function totalsByLine(
  context: RecordContext,
  versions: readonly StoredRow[],
): Promise<Map<string, Fixed>> {
  const estimateOf = new Map(versions.map(({ id, attributes }) => [id, attributes.estimate]))
  const lines = await rowsOf(
    context,
    'estimate_lines',
    'version',
    versions.map(({ id }) => id),
  )
  return new Map(
    lines.map(({ id, attributes }) => [
      `${String(estimateOf.get(String(attributes.version)))}/${textOf(attributes, 'lineage') ?? id}`,
      parseFixed(textOf(attributes, 'node_total') ?? '0.00'),
    ]),
  )
}

/** What was counted, by run, rule and group. */
async function itemsByGroup(
  context: RecordContext,
  links: readonly StoredRow[],
): Promise<Map<string, StoredRow[]>> {
  const runs = [...new Set(links.map(({ attributes }) => String(attributes.run)))]
  const items = await rowsOf(context, 'takeoff_items', 'run', runs)
  return groupBy(
    items.filter(({ attributes }) => textOf(attributes, 'quantity') !== null),
    groupOf,
  )
}

/** The elements that are shown now for each that was counted: those of the same identity. */
async function elementsByItem(
  context: RecordContext,
  shown: readonly Readonly<Record<string, unknown>>[],
  items: readonly StoredRow[],
): Promise<Map<string, string[]>> {
  const identityOf = (row: Readonly<Record<string, unknown>>): string => String(row['identity'] ?? row['id'])
  const here = groupBy(shown, identityOf)
  const identities = new Map(shown.map((row) => [String(row['id']), identityOf(row)]))
  const others = [...new Set(items.map(({ attributes }) => String(attributes.element)))].filter(
    (id) => !identities.has(id),
  )
  for (let start = 0; start < others.length; start += atOnce) {
    const rows: Row[] = await everyRow(context, {
      model: 'bim_elements',
      fields: ['id', 'identity'],
      where: { field: 'id', op: 'in', value: others.slice(start, start + atOnce) },
    })
    for (const row of rows) identities.set(String(row['id']), identityOf(row))
  }
  return new Map(
    [...identities].map(([id, identity]) => [id, (here.get(identity) ?? []).map((row) => String(row['id']))]),
  )
}

const atOnce = 500

const lineOf = ({ attributes }: StoredRow): string =>
  `${String(attributes.estimate)}/${String(attributes.lineage)}`
const groupOf = ({ attributes }: StoredRow): string =>
  JSON.stringify([attributes.run, attributes.rule, attributes.group_key ?? null])
