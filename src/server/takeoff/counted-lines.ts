import { groupBy } from '#base/group-by.ts'
import type { Row } from '#contracts/query.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { everyRow } from '../records/every-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { readElements } from './read-elements.ts'

/** What a line was counted from: an element, and so much of it. */
export interface CountedElement {
  /** Id of the first of all its versions. */
  identity: string
  /** The spatial node it stands in, where that was asked for. */
  place: string | null
  /** Its ids in the versions that are shown; none where it is in none of them. */
  shown: readonly string[]
}

/** Of the lines that building models were counted for: what was counted. */
export interface CountedLines {
  /** Estimates these lines are of. */
  estimates: readonly StoredRow[]
  /** By line (`estimate/lineage`): quantities as decimal text, of elements that are not shown too. */
  lines: ReadonlyMap<string, readonly { element: CountedElement; quantity: string }[]>
}

/**
 * The lines that take-off counted elements of the models of these versions for, with the elements that the last count of
 * each was made of. An element is the same in all versions of its model. The caller has asked whether this person reads all
 * of it.
 */
export async function countedLines(
  context: RecordContext,
  versions: readonly string[],
  more: readonly 'place'[] = [],
): Promise<CountedLines> {
  const links = await lastLinks(context, await runsOf(context, versions))
  if (links.length === 0) return { estimates: [], lines: new Map() }
  const estimates = await loadObjects(context, modelNamed(context, 'estimates'), [
    ...new Set(links.map(({ attributes }) => String(attributes.estimate))),
  ])
  const fields = ['id', 'identity', ...more]
  const shown = await readElements(context, versions, { fields })
  const items = await itemsByGroup(context, links)
  const elements = await countedById(context, shown, [...items.values()].flat(), fields)
  const lines = new Map(
    [...groupBy(links, lineOf)].map(([line, own]) => [
      line,
      own.flatMap((link) =>
        (items.get(groupOf(link)) ?? []).flatMap(({ attributes }) => {
          const id = String(attributes.element)
          const element = elements.get(id) ?? { identity: id, place: null, shown: [] }
          return [{ element, quantity: String(attributes.quantity) }]
        }),
      ),
    ]),
  )
  return { estimates, lines }
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

/** The elements that were counted, by their ids, those shown now among them: whatever has the same identity. */
async function countedById(
  context: RecordContext,
  shown: readonly Readonly<Record<string, unknown>>[],
  items: readonly StoredRow[],
  fields: readonly string[],
): Promise<Map<string, CountedElement>> {
  const here = groupBy(shown, identityOf)
  const found = new Map<string, CountedElement>()
  const add = (row: Row): unknown =>
    found.set(String(row['id']), {
      identity: identityOf(row),
      place: typeof row['place'] === 'string' ? row['place'] : null,
      shown: (here.get(identityOf(row)) ?? []).map(({ id }) => String(id)),
    })
  for (const row of shown) add(row)
  const others = [...new Set(items.map(({ attributes }) => String(attributes.element)))].filter(
    (id) => !found.has(id),
  )
  for (let start = 0; start < others.length; start += atOnce) {
    const rows: Row[] = await everyRow(context, {
      model: 'bim_elements',
      fields: [...fields],
      where: { field: 'id', op: 'in', value: others.slice(start, start + atOnce) },
    })
    for (const row of rows) add(row)
  }
  return found
}

/** Of all versions of an element the first has no identity: the others have its id for theirs. */
const identityOf = (row: Readonly<Record<string, unknown>>): string => String(row['identity'] ?? row['id'])

const atOnce = 500

const lineOf = ({ attributes }: StoredRow): string =>
  `${String(attributes.estimate)}/${String(attributes.lineage)}`
const groupOf = ({ attributes }: StoredRow): string =>
  JSON.stringify([attributes.run, attributes.rule, attributes.group_key ?? null])
