import { z } from 'zod'
import { must } from '#base/assert.ts'
import type { EstimateLine } from '#estimating/estimate-document.ts'
import { OfferPrices } from '#estimating/exchange/offer/offer-prices.ts'
import { fixedText } from '#estimating/fixed.ts'
import { isLapsed } from '../estimates/is-lapsed.ts'
import { chosenSchema, noneChosen, offeredChoice, type OfferedChoice } from '../estimates/offered-choice.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { untoldOf } from '../offers/load-letter.ts'
import { requireOffered } from '../offers/require-offered.ts'
import { requireCustomerRight } from '../portal/customer-right.ts'
import { loadObjects } from '../records/stored-object.ts'
import { defineCommand } from './command.ts'

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
    const shown = await visibleRow(context, 'estimate_versions', version, 'read')
    await requireOffered(context, shown)
    if (chosen !== null) {
      const [estimate] = await loadObjects(context, modelNamed(context, 'estimates'), [
        textOf(shown.attributes, 'estimate') ?? '',
      ])
      await requireCustomerRight(context, must(estimate), 'select_options')
    }
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
      // A decision would be refused.
      lapsed: isLapsed(stored.version.attributes),
      options: optionsOf(choice),
    }
  },
})

/** Every line that is open, and of each group the line that counts when none of its alternatives is chosen. */
function optionsOf({ document, open, stored }: OfferedChoice) {
  // At the prices of the offer, with everything in them that is not shown.
  const prices = new OfferPrices(document, untoldOf(stored).markups)
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
    const { total, counts } = prices.of(line)
    return {
      id,
      title,
      number: numbers.get(id) ?? null,
      text: texts.get(id) ?? null,
      group: itemType === 'alternative' || itemType === 'base' ? (altGroup ?? null) : null,
      fixed: itemType === 'base',
      chosen: counts,
      amount: fixedText(total),
    }
  })
}
