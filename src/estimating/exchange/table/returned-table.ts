import { languageNames } from '#contracts/language.ts'
import { must } from '#base/assert.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { selectedAtFirst } from '../../counts-in-total.ts'
import type { EstimateDocument, EstimateLine, EstimateNode, ItemType } from '../../estimate-document.ts'
import { EstimateRollUp } from '../../estimate-roll-up.ts'
import { parseUnit } from '../../parse-unit.ts'
import { totalsOf } from '../../roll-up-estimate.ts'
import { sortBetween } from '../../sort-between.ts'
import { unitInWords } from '../../unit-words.ts'

/** A row of an exported bill as it came back. Numbers are decimal texts, null where the cell is empty. */
export interface ReturnedRow {
  /** The line of the file. */
  row: number
  /** The lineage of its node; null for a row that somebody added. */
  key: string | null
  /** Title, and what follows in further lines. */
  words: string
  /** Null where the cell says nothing that is known. */
  itemType: ItemType | null
  quantity: string | null
  unit: string | null
  rate: string | null
  discount: string | null
  /** What of it counts: the sums below the lines have it too. */
  counted: string | null
}

/** What somebody wrote into a line: only what differs from what was exported. */
export type ReturnedValues = Partial<
  Pick<
    EstimateLine,
    | 'title'
    | 'text'
    | 'quantity'
    | 'unit'
    | 'unitRate'
    | 'unitRateOverride'
    | 'discountPct'
    | 'itemType'
    | 'selected'
  >
>

/** A line that somebody added, right below a node, or as the first in a section. */
export interface AddedLine {
  id: string
  /** A node, or a line that was added before it; null: first of all. */
  below: string | null
  inside: boolean
  values: ReturnedValues & { title: string }
}

export interface ReturnedChanges {
  changed: { id: string; values: ReturnedValues }[]
  added: AddedLine[]
  /** Nodes that are gone with all that is inside them; only the topmost. */
  removed: string[]
  /** How many added rows have nothing but words: no lines, so they are not taken in. */
  leftOut: number
}

/**
 * What somebody changed in an exported bill: other words, quantities, units, rates, discounts and kinds, rows that were
 * added and rows that are gone. Where a row stands, and what the totals say, is not looked at. A row that was copied counts
 * as added; one that has only words is no line. Null where no row is of this estimate.
 */
export function returnedChanges(
  document: EstimateDocument,
  rows: readonly ReturnedRow[],
): ReturnedChanges | null {
  const nodes = new Map(document.nodes.map((node) => [node.lineageId, node]))
  const totals = totalsOf(new EstimateRollUp(document))
  const seen = new Set<string>()
  const changes: ReturnedChanges = { changed: [], added: [], removed: [], leftOut: 0 }
  let above: { id: string; kind: EstimateNode['kind'] } | null = null
  for (const row of rows) {
    const node = row.key === null || seen.has(row.key) ? undefined : nodes.get(row.key)
    if (node) {
      seen.add(node.lineageId)
      const values = { ...wordsOf(node, row), ...(node.kind === 'line' ? numbersOf(node, row, totals) : {}) }
      if (Object.keys(values).length > 0) changes.changed.push({ id: node.id, values })
      above = node
    } else if (isLine(row)) {
      const id = `added-${row.row}`
      changes.added.push({
        id,
        below: above?.id ?? null,
        inside: above?.kind === 'section',
        values: {
          ...split(row.words || '…'),
          quantity: row.quantity,
          unit: codeOf(row.unit),
          unitRate: row.rate,
          ...(row.discount !== null && { discountPct: row.discount }),
          ...kindOf(row.itemType ?? 'normal'),
        },
      })
      above = { id, kind: 'line' }
    } else if (row.words !== '' && (row.key !== null || row.counted === null)) changes.leftOut++
  }
  if (seen.size === 0) return null
  // A heading whose row went while rows of its section stayed is still needed by these.
  const parents = new Map(document.nodes.map(({ id, parentId }) => [id, parentId]))
  const kept = new Set<string>()
  for (const { id, lineageId } of document.nodes)
    if (seen.has(lineageId))
      for (let at: string | null = id; at !== null && !kept.has(at); at = parents.get(at) ?? null)
        kept.add(at)
  changes.removed = document.nodes
    .filter(({ id, parentId }) => !kept.has(id) && (parentId === null || kept.has(parentId)))
    .map(({ id }) => id)
  return changes
}

/** The code of a unit that stands as a workbook prints it in one of the languages; any other text as it is. */
function codeOf(text: string | null): string | null {
  const code = parseUnit(text ?? '')?.unit.code
  const printed = code !== undefined && languageNames.some((language) => unitInWords(code, language) === text)
  return printed ? code : text
}

/** Sums below the lines have words and an amount and no key; a line has something that is counted or priced. */
const isLine = ({ quantity, unit, rate }: ReturnedRow): boolean =>
  quantity !== null || unit !== null || rate !== null

const plainWords = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

function wordsOf(node: EstimateNode, { words }: ReturnedRow): ReturnedValues {
  const written = plainWords([node.title, node.text].filter(Boolean).join('\n'))
  if (words === '' || plainWords(words) === written) return {}
  const { title, text } = split(words)
  return { ...(title !== node.title && { title }), ...(text !== (node.text ?? null) && { text }) }
}

function split(words: string): { title: string; text: string | null } {
  const [title = '', ...rest] = plainWords(words).split('\n')
  return { title: title.slice(0, 1000), text: rest.join('\n').trim() || null }
}

const kindOf = (itemType: ItemType): ReturnedValues => {
  const selected = selectedAtFirst(itemType)
  return { itemType, ...(selected !== null && { selected }) }
}

function numbersOf(
  line: EstimateLine,
  row: ReturnedRow,
  totals: ReturnType<typeof totalsOf>,
): ReturnedValues {
  const values: ReturnedValues = {}
  if (row.itemType !== null && row.itemType !== line.itemType) Object.assign(values, kindOf(row.itemType))
  // A text has no numbers in the sheet.
  if (line.itemType === 'text' && row.itemType === null) return values
  const was = totals.line(line.id)
  if (!sameNumber(row.quantity, was.quantity)) values.quantity = row.quantity
  if (![row.unit ?? '', codeOf(row.unit)].includes(line.unit ?? '')) values.unit = codeOf(row.unit)
  if (!sameNumber(row.rate, was.unitRate)) {
    // What a line is made of stays; another rate stands instead of what it comes to.
    if (line.resources.length > 0) values.unitRateOverride = row.rate
    else
      Object.assign(values, {
        unitRate: row.rate,
        ...(line.unitRateOverride != null && { unitRateOverride: null }),
      })
  }
  if (!sameNumber(row.discount ?? '0', line.discountPct ?? '0')) values.discountPct = row.discount
  return values
}

/** Spreadsheets keep binary numbers: what is the same to six digits was not changed. */
function sameNumber(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b
  return roundHalfUp(decimal(a), 6) === roundHalfUp(decimal(b), 6)
}

/** The estimate with these changes: what it would come to. */
export function withReturned(document: EstimateDocument, changes: ReturnedChanges): EstimateDocument {
  const values = new Map(changes.changed.map((one) => [one.id, one.values]))
  const gone = insideOf(document.nodes, changes.removed)
  const nodes = document.nodes
    .filter(({ id }) => !gone.has(id))
    .map((node): EstimateNode => ({ ...node, ...values.get(node.id) }) as EstimateNode)
  for (const line of changes.added) {
    const place = placeOf(nodes, document.nodes, line)
    nodes.push({
      kind: 'line',
      id: line.id,
      lineageId: line.id,
      ...place,
      itemType: 'normal',
      unit: null,
      quantity: null,
      unitRate: null,
      vatRate: document.vatRates[0]?.code ?? null,
      resources: [],
      classifications: [],
      ...line.values,
    })
  }
  return { ...document, nodes }
}

function placeOf(
  nodes: readonly EstimateNode[],
  all: readonly EstimateNode[],
  { below, inside }: AddedLine,
): { parentId: string | null; sort: string } {
  const anchor =
    below === null ? undefined : (nodes.find(({ id }) => id === below) ?? all.find(({ id }) => id === below))
  const parentId = inside ? must(anchor).id : (anchor?.parentId ?? null)
  const sorts = nodes.flatMap((node) => (node.parentId === parentId ? [node.sort] : [])).toSorted()
  const from = inside || !anchor ? null : anchor.sort
  const next = sorts.find((sort) => from === null || sort > from) ?? null
  return { parentId, sort: sortBetween(from, next) }
}

function insideOf(nodes: readonly EstimateNode[], ids: readonly string[]): Set<string> {
  const gone = new Set(ids)
  // Parents come in any order: again until nothing more is found.
  for (let size = -1; size !== gone.size;) {
    size = gone.size
    for (const { id, parentId } of nodes) if (parentId !== null && gone.has(parentId)) gone.add(id)
  }
  return gone
}
