import { z } from 'zod'
import { must } from '#base/assert.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { compareEstimates } from '#estimating/compare-estimates.ts'
import { withReturned, type ReturnedValues } from '#estimating/exchange/table/returned-table.ts'
import type { EstimateDocument, EstimateLine, EstimateNode } from '#estimating/estimate-document.ts'
import { outlineNumbers } from '#estimating/outline-numbers.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { returnedVersion } from '../estimates/returned-version.ts'
import { defineCommand } from './command.ts'

const mostLines = 500

/** What a workbook that was exported from a version and changed since would make of it: line by line and in money. Writes nothing. */
export const previewWorkbook = defineCommand({
  name: 'estimate.preview-workbook',
  title: 'Look at a changed workbook',
  input: z.strictObject({
    version: z.uuid(),
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
  }),
  changes: [],
  reads: true,
  async run(context, { version, file }, services) {
    const { document, changes } = await returnedVersion(context, services, { version, file })
    const after = withReturned(document, changes)
    const { bridge } = compareEstimates(document, after)
    const [old, now] = [rollUpEstimate(document), rollUpEstimate(after)]
    const named = namesOf(document)
    const lines = [
      ...changes.changed.flatMap(({ id, values }) => changedLines(named(id), values)),
      ...changes.added.map(({ values }) => ({
        number: '',
        title: values.title,
        what: 'Added',
        before: '',
        after: [values.quantity, values.unit, values.unitRate && `× ${values.unitRate}`]
          .filter(Boolean)
          .join(' '),
      })),
      ...changes.removed.map((id) => ({ ...named(id).name, what: 'Removed', before: '', after: '' })),
    ]
    return {
      file,
      currency: document.currency,
      changed: changes.changed.length,
      added: changes.added.length,
      removed: changes.removed.length,
      /** Added rows that have nothing but words. */
      left_out: changes.leftOut,
      net: { before: old.net, after: now.net },
      bridge: { ...bridge },
      lines: lines.slice(0, mostLines),
    }
  },
})

const words = {
  title: 'Title',
  text: 'Text',
  quantity: 'Quantity',
  unit: 'Unit',
  unitRate: 'Rate',
  unitRateOverride: 'Rate instead',
  discountPct: 'Discount',
  itemType: 'Counts as',
} as const satisfies Partial<Record<keyof ReturnedValues, string>>

function changedLines({ node, name }: Named, values: ReturnedValues) {
  return Object.entries(words).flatMap(([key, what]) => {
    if (!Object.hasOwn(values, key)) return []
    const [before, after] = [
      (node as EstimateLine)[key as keyof typeof words],
      values[key as keyof typeof words],
    ]
    return [{ ...name, what, before: plain(key, before), after: plain(key, after) }]
  })
}

const numbers = new Set(['quantity', 'unitRate', 'unitRateOverride', 'discountPct'])

const plain = (key: string, value: string | null | undefined): string =>
  value == null ? '' : numbers.has(key) ? decimalText(decimal(value)) : value

interface Named {
  node: EstimateNode
  name: { number: string; title: string }
}

function namesOf({ nodes }: EstimateDocument): (id: string) => Named {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const numbers = outlineNumbers(nodes)
  return (id) => {
    const node = must(byId.get(id))
    return { node, name: { number: numbers.get(id) ?? '', title: node.title } }
  }
}
