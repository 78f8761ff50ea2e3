import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import type { EstimateLine } from '#estimating/estimate-document.ts'
import { chosenSchema, noneChosen, offeredChoice, type OfferedChoice } from '../estimates/offered-choice.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** What is told of an offer; who may not read all of it is told none of it. */
const told = {
  estimate_versions: ['net', 'vat', 'gross', 'content_hash'],
  estimate_lines: ['title', 'number', 'line_total', 'item_type', 'selected', 'customer_text'],
} as const

/**
 * What there is to choose in a version that was offered, and what a choice comes to: the server reckons, with everything a
 * customer does not see. Nothing is written. `chosen`: ids of lines; without it, as offered.
 */
export const portalChoices = defineCommand({
  name: 'portal.choices',
  title: 'Reckon a choice',
  input: z.strictObject({ version: z.uuid(), chosen: chosenSchema }),
  changes: [],
  reads: true,
  async run(context, { version, chosen }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    requireTold(context)
    const choice = await offeredChoice(context, version, chosen)
    const { totals, same, stored } = choice
    return {
      chosen: choice.chosen,
      same,
      currency: totals.currency,
      net: totals.afterDiscount,
      vat: totals.vatAmount,
      gross: totals.gross,
      // In one text, so that a screen can hand it on as it was answered.
      as_text: choice.chosen.length === 0 ? noneChosen : choice.chosen.join(','),
      offered: textOf(stored.version.attributes, 'gross'),
      options: optionsOf(choice),
    }
  },
})

function requireTold(context: RecordContext): void {
  for (const [key, fields] of Object.entries(told)) {
    const readable = context.access.readable(modelFor(context, key, 'read'))
    if (fields.some((field) => !readable.has(field)))
      throw new AppError('forbidden', 'A choice shows prices that you may not read.')
  }
}

/** Every line that is open, and of each group the line that counts when none of its alternatives is chosen. */
function optionsOf({ document, open, stored, totals }: OfferedChoice) {
  const texts = new Map(stored.lines.map(({ id, attributes }) => [id, textOf(attributes, 'customer_text')]))
  const numbers = new Map(stored.lines.map(({ id, attributes }) => [id, textOf(attributes, 'number')]))
  const lines = document.nodes.filter((node): node is EstimateLine => node.kind === 'line')
  const openLines = lines.filter(({ id }) => open.has(id))
  const groups = new Set(
    openLines.flatMap(({ itemType, altGroup }) => (itemType === 'alternative' ? (altGroup ?? []) : [])),
  )
  const shown = lines.filter(
    ({ id, itemType, altGroup }) => open.has(id) || (itemType === 'base' && groups.has(altGroup ?? '')),
  )
  return shown.map((line) => {
    const { id, title, itemType, altGroup } = line
    const { total, counts } = totals.line(id)
    return {
      id,
      title,
      number: numbers.get(id) ?? null,
      text: texts.get(id) ?? null,
      group: itemType === 'alternative' || itemType === 'base' ? (altGroup ?? null) : null,
      fixed: itemType === 'base',
      chosen: counts,
      amount: total,
    }
  })
}
