import { expect, it } from 'vitest'
import { roundingPolicySchema } from '#contracts/rounding-policy.ts'
import { customRounding, roundingPresets, roundingSentence } from './rounding-policy.ts'

it('every preset is a policy by the contract', () => {
  for (const policy of Object.values(roundingPresets))
    expect(roundingPolicySchema.parse(policy)).toEqual(policy)
  expect(roundingPolicySchema.parse(customRounding('GAEB', { unitRate: 3 }))).toMatchObject({
    preset: 'CUSTOM',
    unitRate: 3,
    qty: 3,
  })
  expect(roundingPolicySchema.safeParse({ ...roundingPresets.GAEB, lineTotal: null }).success).toBe(false)
})

it('says the policy in one sentence', () => {
  expect(roundingSentence(roundingPresets.GAEB, 'en')).toBe(
    'Rounding (GAEB): unit rates, line totals, markups and VAT to 2 decimals; quantities to 3 decimals; ' +
      'coefficients and amounts of resources are not rounded; halves away from zero; VAT once per rate on the net sum; ' +
      'totals are sums of rounded lines, shares go by largest remainder.',
  )
  expect(
    roundingSentence(
      customRounding('EXACT', { lineTotal: 1, markup: 0, vatAt: 'line', mode: 'half_even' }),
      'de',
    ),
  ).toBe(
    'Rundung (CUSTOM): Zuschläge auf ganze Zahlen; Gesamtbeträge der Positionen auf 1 Nachkommastelle; ' +
      'MwSt. auf 2 Nachkommastellen; Mengen, Aufwandswerte, Beträge der Einzelkosten und Einheitspreise ungerundet; ' +
      'bei 5 zur geraden Ziffer; MwSt. je Position; Summen aus gerundeten Positionen, Anteile nach größtem Rest.',
  )
})
