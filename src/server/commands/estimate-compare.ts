import { z } from 'zod'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { compareEstimates, type NodeChange } from '#estimating/compare-estimates.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import type { NodeField, NodeTerms } from '#estimating/node-differences.ts'
import { outlineNumbers } from '#estimating/outline-numbers.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { termsOf } from '../estimates/terms-of.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Two versions side by side: what changed line by line, and the bridge from one gross to the other, to the cent. */
export const compareEstimateVersions = defineCommand({
  name: 'estimate.compare',
  title: 'Compare versions',
  input: z.strictObject({ from: z.uuid(), to: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { from, to }) {
    requireWhole(context)
    const [before, after] = [await read(context, from), await read(context, to)]
    const { bridge, changes } = compareEstimates(before.document, after.document, {
      before: before.terms,
      after: after.terms,
    })
    const nodes = new Map([...before.nodes, ...after.nodes])
    return {
      from: before.title,
      to: after.title,
      currency: after.document.currency,
      bridge: { ...bridge },
      difference: roundHalfUp(decimal(bridge.to).minus(bridge.from), 2),
      changes: changes.map((change) => {
        const node = nodes.get(change.after ?? change.before ?? '')
        return {
          ...change,
          what: wordFor(change),
          /** What of it is another, in words; that it moved, too. */
          differs: [...(change.moved ? ['Moved'] : []), ...change.fields.map((field) => fieldWords[field])],
          number: node?.number ?? null,
          title: node?.title ?? '',
        }
      }),
    }
  },
})

const wordFor = ({ before, after, changed }: NodeChange): string =>
  before === null ? 'Added' : after === null ? 'Removed' : changed ? 'Changed' : ''

/** What the fields of a line are called, in the words of its model. */
const fieldWords: Readonly<Record<NodeField, string>> = {
  title: 'Title',
  text: 'Text',
  customer_text: 'Text for the customer',
  visible_to_customer: 'Shown to the customer',
  quantity: 'Quantity',
  unit: 'Unit',
  rate: 'Rate',
  discount_pct: 'Discount',
  item_type: 'Counts as',
  counts: 'In the total',
  vat_code: 'VAT',
  line_total: 'Total',
}

interface Side {
  title: string
  document: EstimateDocument
  terms: readonly NodeTerms[]
  nodes: Map<string, { number: string | null; title: string }>
}

async function read(context: RecordContext, id: string): Promise<Side> {
  await visibleRow(context, 'estimate_versions', id, 'read')
  const stored = await loadVersion(context, id)
  const document = documentOf(stored)
  const numbers = outlineNumbers(document.nodes)
  const nodes = new Map(
    document.nodes.map((node) => [node.id, { number: numbers.get(node.id) ?? null, title: node.title }]),
  )
  return { title: String(stored.version.attributes.title), document, terms: termsOf(stored).nodes, nodes }
}
