import { must } from '#base/assert.ts'
import { groupBy } from '#base/group-by.ts'
import {
  compareFixed,
  hundred,
  parseFixed,
  percentOf,
  plainText,
  subtractFixed,
  sumFixed,
  zero,
  type Fixed,
} from '#estimating/fixed.ts'
import { splitAmount } from '#estimating/split-amount.ts'
import { currentVersions, type CurrentVersions } from '../estimates/current-versions.ts'
import { mayReadWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { mayReadAll } from '../records/require-readable.ts'

/** What of a line belongs to a node. */
export interface LineAtNode {
  node: string
  /** The line as it stands in the current version. */
  line: string
  /** The record that says so. */
  link: string
  number: string
  title: string
  unit: string
  quantity: string | null
  share: string
  amount: Fixed
}

/** The lines at the nodes of a hierarchy, by what stands for the money of its project. */
export interface LinesAtNodes {
  current: CurrentVersions
  lines: LineAtNode[]
}

const parts: Readonly<Record<string, readonly string[]>> = {
  estimates: ['project', 'current_version'],
  node_lines: ['node', 'line', 'share', 'hierarchy', 'estimate', 'lineage'],
  hierarchy_nodes: ['hierarchy', 'parent'],
  // Which of their fields it takes is asked besides.
  estimate_versions: [],
  estimate_lines: [],
  estimate_resources: [],
  estimate_markups: [],
}

/**
 * Whether this person may be told the money at nodes: only who reads all of an estimate, and all that says where its lines
 * belong. False where the workspace has no such models.
 */
export function mayKnowMoney(context: RecordContext): boolean {
  const hasVariables = context.workspace.models.has('estimate_variables')
  return (
    mayReadAll(context, { ...parts, ...(hasVariables && { estimate_variables: [] }) }) &&
    mayReadWhole(context)
  )
}

/**
 * Reads them; null where the project has no estimate. A line in several parts is split to the cent, what belongs to no node
 * with it. The caller has asked `mayKnowMoney`.
 */
export async function linesAtNodes(
  context: RecordContext,
  hierarchy: string,
  project: string,
): Promise<LinesAtNodes | null> {
  const current = await currentVersions(context, await rowsOf(context, 'estimates', 'project', [project]))
  if (!current) return null
  const links = await rowsOf(context, 'node_lines', 'hierarchy', [hierarchy])
  if (links.length === 0) return { current, lines: [] }
  const estimateOf = new Map(current.versions.map(({ id, attributes }) => [id, attributes.estimate]))
  const stored = await rowsOf(context, 'estimate_lines', 'version', [...estimateOf.keys()])
  const lineOf = new Map(
    stored.map((row) => [
      JSON.stringify([
        estimateOf.get(String(row.attributes.version)),
        textOf(row.attributes, 'lineage') ?? row.id,
      ]),
      row,
    ]),
  )
  const byLine = groupBy(links, ({ attributes: { estimate, lineage } }) =>
    JSON.stringify([estimate, lineage]),
  )
  const lines = [...byLine].flatMap(([key, own]) => {
    const line = lineOf.get(key)
    return line ? atNodes(line, own) : []
  })
  return { current, lines }
}

/** A line of which something is left in a hierarchy. */
export interface OpenLine {
  id: string
  number: string
  title: string
  /** Per cent that belong to no node yet. */
  left: string
  total: string
}

/**
 * The lines of the current version of which something belongs to no node of a hierarchy yet, in the order of the document.
 * The caller has asked `mayKnowMoney`.
 */
export async function openLines(
  context: RecordContext,
  hierarchy: string,
  { versions }: CurrentVersions,
): Promise<OpenLine[]> {
  const estimateOf = new Map(versions.map(({ id, attributes }) => [id, attributes.estimate]))
  const links = await rowsOf(context, 'node_lines', 'hierarchy', [hierarchy])
  const taken = groupBy(links, ({ attributes: { estimate, lineage } }) => JSON.stringify([estimate, lineage]))
  const stored = await rowsOf(context, 'estimate_lines', 'version', [...estimateOf.keys()])
  return stored
    .filter(({ attributes }) => attributes.kind === 'line')
    .toSorted((a, b) => (String(a.attributes.place) < String(b.attributes.place) ? -1 : 1))
    .flatMap(({ id, attributes }) => {
      const own = taken.get(
        JSON.stringify([estimateOf.get(String(attributes.version)), textOf(attributes, 'lineage') ?? id]),
      )
      const gone = sumFixed((own ?? []).map((link) => parseFixed(textOf(link.attributes, 'share') ?? '0')))
      const left = subtractFixed(hundred, gone)
      if (compareFixed(left, zero) <= 0) return []
      return [
        {
          id,
          number: textOf(attributes, 'number') ?? '',
          title: textOf(attributes, 'title') ?? '',
          left: plainText(left),
          total: textOf(attributes, 'node_total') ?? '0.00',
        },
      ]
    })
}

function atNodes({ id, attributes }: StoredRow, links: readonly StoredRow[]): LineAtNode[] {
  const own = links.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const shares = own.map((link) => parseFixed(textOf(link.attributes, 'share') ?? '0'))
  const rest = subtractFixed(hundred, sumFixed(shares))
  const total = parseFixed(textOf(attributes, 'node_total') ?? '0.00')
  const amounts = splitAmount(total, compareFixed(rest, zero) > 0 ? [...shares, rest] : shares)
  const quantity = textOf(attributes, 'quantity')
  return own.map((link, at) => ({
    node: String(link.attributes.node),
    line: id,
    link: link.id,
    number: textOf(attributes, 'number') ?? '',
    title: textOf(attributes, 'title') ?? '',
    unit: textOf(attributes, 'unit') ?? '',
    quantity: quantity === null ? null : plainText(percentOf(parseFixed(quantity), must(shares[at]))),
    share: plainText(must(shares[at])),
    amount: must(amounts[at]),
  }))
}
