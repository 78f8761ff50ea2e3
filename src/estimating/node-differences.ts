import type { EstimateTerms } from './content-hash.ts'
import type { Place } from './estimate-tree.ts'
import { compareFixed, parseFixed, zero } from './fixed.ts'
import type { RolledLine } from './roll-up-line.ts'

/** What of a node can be another: fields by their keys; `counts` is whether it is in the total. */
export type NodeField = (typeof wordFields)[number] | (typeof lineFields)[number]

/** What a node says. */
const wordFields = ['title', 'text', 'customer_text', 'visible_to_customer'] as const

/** What a line takes, costs and is. */
const lineFields = [
  'quantity',
  'unit',
  'rate',
  'discount_pct',
  'item_type',
  'counts',
  'vat_code',
  'line_total',
] as const

/** What a customer reads of a node, and whether; absent for one that says nothing to them and is shown. */
export type NodeTerms = EstimateTerms['nodes'][number]

/** A node with what is told to customers, which no sum is made of. */
export interface Side {
  place: Place
  terms?: NodeTerms | undefined
}

/**
 * The fields in which a node says something else than it did.
 * @example wordsThatDiffer({ place: old }, { place }) // ['title']
 */
export function wordsThatDiffer(old: Side, now: Side): NodeField[] {
  const of = ({ place: { node }, terms }: Side): Record<(typeof wordFields)[number], string> => ({
    title: node.title,
    text: node.text ?? '',
    customer_text: terms?.customerText ?? '',
    visible_to_customer: terms?.hidden ? '' : 'shown',
  })
  const [before, after] = [of(old), of(now)]
  return wordFields.filter((field) => before[field] !== after[field])
}

/** The fields in which a line takes, costs or is something else, rounded by the same policy. */
export function valuesThatDiffer(old: Place, now: Place): NodeField[] {
  const counts: NodeField[] = old.counts === now.counts ? [] : ['counts']
  const [a, b] = [old.rolled, now.rolled]
  if (!a || !b) return a === b ? counts : ['item_type', ...counts]
  const found = new Set<NodeField>([...lineDifferences(a, b), ...counts])
  // A total follows from the others: it is named where nothing else tells why it is another.
  if (found.size === 0 && compareFixed(a.total, b.total) !== 0) found.add('line_total')
  return lineFields.filter((field) => found.has(field))
}

function lineDifferences(a: RolledLine, b: RolledLine): NodeField[] {
  const off = ({ line }: RolledLine) => parseFixed(line.discountPct ?? '0')
  const fields: [NodeField, boolean][] = [
    ['quantity', compareFixed(a.quantity, b.quantity) !== 0],
    ['unit', (a.line.unit ?? '') !== (b.line.unit ?? '')],
    ['rate', compareFixed(a.rate ?? zero, b.rate ?? zero) !== 0],
    ['discount_pct', compareFixed(off(a), off(b)) !== 0],
    ['item_type', a.line.itemType !== b.line.itemType],
    ['vat_code', (a.line.vatRate ?? '') !== (b.line.vatRate ?? '')],
  ]
  return fields.flatMap(([field, differs]) => (differs ? [field] : []))
}
