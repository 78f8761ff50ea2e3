import { expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { randomFrom } from '../../tests/support/formula-arbitrary.ts'
import { randomEstimate, randomLine } from '../../tests/support/random-estimate.ts'
import type { EstimateDocument } from './estimate-document.ts'
import { EstimateRollUp } from './estimate-roll-up.ts'
import { changedSums, rolledSums, sumsOf, type LineAmounts } from './estimate-sums.ts'
import { isRolled } from './estimate-tree.ts'
import { fixedText } from './fixed.ts'
import { summarise } from './summarise.ts'

/** Without what needs the lines: markups in the rates, for a section, by cost group or by the unit, VAT on lines. */
function simple(document: EstimateDocument): EstimateDocument {
  const { rounding, markups } = document
  return {
    ...document,
    rounding: { ...rounding, vatAt: 'document_per_rate' },
    markups: markups.map((markup) => ({
      ...markup,
      scope: null,
      spread: 'own_line',
      kind: markup.kind === 'per_unit' ? 'fixed' : markup.kind,
      basis: {
        ...(markup.basis.types && { types: markup.basis.types }),
        ...(markup.basis.keys && { keys: markup.basis.keys }),
      },
    })),
  }
}

function amountsOf(rolled: EstimateRollUp, id: string): LineAmounts[] {
  const place = must(rolled.tree.byId.get(id))
  if (!isRolled(place) || !place.counts) return []
  const scale = rolled.document.rounding.lineTotal
  return [
    {
      vatRate: place.node.vatRate,
      byType: place.rolled.byType.map((units) => fixedText({ units, scale })),
    },
  ]
}

it('lead to the same end to the cent as rolling up the whole, after any number of changes', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomFrom(seed)
    const document = simple(randomEstimate(random))
    const rolled = new EstimateRollUp(document)
    let sums = sumsOf(rolled)
    expect(summarise(rolledSums(document, sums)), `seed ${seed}`).toEqual(summarise(rolled))
    const lines = document.nodes.filter((node) => node.kind === 'line' && !node.altGroup)
    for (const node of lines.slice(0, 5)) {
      const before = amountsOf(rolled, node.id)
      const { quantity, resources, vatRate, discountPct } = randomLine(random, '', null)
      const place = must(rolled.tree.byId.get(node.id))
      if (!isRolled(place)) continue
      rolled.recalculateLine({ ...place.node, quantity, resources, vatRate, discountPct })
      sums = changedSums(sums, before, amountsOf(rolled, node.id), rolled.codes)
    }
    expect(summarise(rolledSums(document, sums)), `seed ${seed}, changed`).toEqual(summarise(rolled))
  }
})
