import { isJsonObject } from '#base/json.ts'
import { must } from '#base/assert.ts'
import { resourceTypes } from '#estimating/estimate-document.ts'
import { changedSums, rolledSums, type EstimateSums, type LineAmounts } from '#estimating/estimate-sums.ts'
import { addFixed, fixedText, parseFixed, subtractFixed } from '#estimating/fixed.ts'
import { markupValues, versionValues } from '#estimating/kept-values.ts'
import { summarise } from '#estimating/summarise.ts'
import { vatCodes } from '#estimating/vat-codes.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateRows, type EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { changedRows, type Wanted } from './changed-rows.ts'
import { deriveVersion } from './derive-version.ts'
import { documentOf, inPathOrder } from './document-of.ts'
import type { EditedLines } from './edited-lines.ts'
import { followedBy } from './followed-by.ts'
import { foreignFields } from './foreign-fields.ts'
import { furtherGroups } from './further-groups.ts'
import { issueCounts } from './issue-counts.ts'
import { plainly } from './plain-refusal.ts'
import { listOf, textOf } from './read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from './stored-version.ts'

/**
 * Works out lines of which only values changed: they, the sections they stand in, their resources, the markups and the sums
 * of the version, however many other lines it has. Null where the whole must be looked at: sums that need every line,
 * alternatives, a version that was not worked out before.
 */
export async function keepEditedLines(
  context: RecordContext,
  version: string,
  edited: EditedLines,
  cause: EventCause,
): Promise<Followed[] | null> {
  const lines = modelNamed(context, 'estimate_lines')
  const [[stored], rows, resources, markups, further] = await Promise.all([
    loadObjects(context, modelNamed(context, 'estimate_versions'), [version]),
    loadObjects(context, lines, [...edited.keys()]),
    rowsOf(context, 'estimate_resources', 'line', [...edited.keys()]),
    rowsOf(context, 'estimate_markups', 'version', [version]),
    furtherGroups(context, [...edited.keys()]),
  ])
  const sums = stored && sumsIn(stored)
  if (!sums || rows.length < edited.size || !rows.every((row) => standsAlone(row, version))) return null
  const parts = {
    version: stored,
    lines: rows.map(detached),
    resources,
    markups,
    foreign: foreignFields(context),
  }
  const document = documentOf(parts)
  const { nodes, resources: shares } = plainly(() => deriveVersion({ ...document, markups: [] }, further))
  const wanted = new Map<StoredRow, Wanted>()
  for (const row of rows) wanted.set(row, valuesIn(nodes.get(row.id) ?? {}))
  const sections = await sectionsAbove(context, rows)
  for (const [section, values] of sectionSums(rows, sections, wanted)) wanted.set(section, values)
  for (const row of inPathOrder(resources))
    wanted.set(row, { ...shares.get(String(row.attributes.line))?.[placeOf(row, resources)] })
  const next = changedSums(
    sums,
    rows.map(({ id, attributes }) => amountsOf(attributes, edited.get(id) ?? attributes)),
    rows.map((row) => amountsOf(must(wanted.get(row)), row.attributes)),
    vatCodes(document),
  )
  const end = summarise(rolledSums(document, next))
  const values = markupValues(end)
  const inOrder = new Map(document.markups.map(({ key }, at) => [key, values[at] ?? {}]))
  for (const row of markups) wanted.set(row, inOrder.get(String(row.attributes.key)) ?? {})
  const issues = issueCounts(
    stored.attributes,
    rows.map((row) => [listOf(row.attributes, 'issue'), listOf(must(wanted.get(row)), 'issue')]),
  )
  wanted.set(stored, { ...versionValues(end), ...issues, line_sums: next })
  const followed: Followed[] = []
  for (const [key, all] of [
    ['estimate_lines', [...rows, ...sections.values()]],
    ['estimate_resources', resources],
    ['estimate_markups', markups],
    ['estimate_versions', [stored]],
  ] as const) {
    const changes = changedRows(all, (row) => wanted.get(row) ?? {})
    if (changes.length === 0) continue
    await updateRows(context, modelNamed(context, key), changes, cause)
    followed.push(followedBy(modelNamed(context, key), changes))
  }
  return followed
}

function sumsIn({ attributes: { line_sums: sums } }: StoredRow): EstimateSums | null {
  return isJsonObject(sums) ? (sums as unknown as EstimateSums) : null
}

/** Whether what a line comes to depends on no other line, and it was worked out before. */
const standsAlone = ({ attributes }: StoredRow, version: string): boolean =>
  attributes.version === version &&
  attributes.kind === 'line' &&
  !['base', 'alternative'].includes(textOf(attributes, 'item_type') ?? 'normal') &&
  (textOf(attributes, 'place') !== null || textOf(attributes, 'item_type') === 'text')

/** A line without the section it stands in, which is not looked at. */
const detached = ({ attributes, ...row }: StoredRow): StoredRow => ({
  ...row,
  attributes: { ...attributes, parent: null },
})

/** Where it stands did not change. */
function valuesIn({
  place: _place,
  depth: _depth,
  number: _number,
  lineage: _lineage,
  ...values
}: Wanted): Wanted {
  return values
}

const placeOf = (row: StoredRow, resources: readonly StoredRow[]): number =>
  inPathOrder(resources.filter(({ attributes }) => attributes.line === row.attributes.line)).indexOf(row)

const amountsOf = (values: Wanted, { vat_code }: Wanted): LineAmounts => ({
  vatRate: typeof vat_code === 'string' && vat_code !== '' ? vat_code : null,
  byType: resourceTypes.map((type) => textOf(values, type) ?? '0'),
})

/** Every section around the lines, by id. */
async function sectionsAbove(
  context: RecordContext,
  rows: readonly StoredRow[],
): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>()
  let level = rows
  while (level.length > 0) {
    const parents = level.flatMap(({ attributes }) => textOf(attributes, 'parent') ?? [])
    const fresh = [...new Set(parents)].filter((id) => !found.has(id))
    level = fresh.length === 0 ? [] : await loadObjects(context, modelNamed(context, 'estimate_lines'), fresh)
    for (const row of level) found.set(row.id, row)
  }
  return found
}

/** The sums of sections after the lines in them changed. */
function sectionSums(
  rows: readonly StoredRow[],
  sections: ReadonlyMap<string, StoredRow>,
  wanted: ReadonlyMap<StoredRow, Wanted>,
): Map<StoredRow, Record<string, unknown>> {
  const sums = new Map<StoredRow, Record<string, unknown>>()
  for (const row of rows)
    for (const key of ['node_total', 'net_total']) {
      const [before, after] = [amount(row.attributes, key), amount(must(wanted.get(row)), key)]
      const change = subtractFixed(after, before)
      for (let at = parentOf(row, sections); at; at = parentOf(at, sections)) {
        const values = sums.get(at) ?? {}
        const known = Object.hasOwn(values, key) ? amount(values, key) : amount(at.attributes, key)
        sums.set(at, { ...values, [key]: fixedText(addFixed(known, change)) })
      }
    }
  return sums
}

const amount = (values: Wanted, key: string) => parseFixed(textOf(values, key) ?? '0.00')

const parentOf = (
  { attributes }: StoredRow,
  sections: ReadonlyMap<string, StoredRow>,
): StoredRow | undefined => sections.get(textOf(attributes, 'parent') ?? '')
