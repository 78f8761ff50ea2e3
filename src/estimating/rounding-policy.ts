import type { Language } from '#contracts/language.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'

const common = {
  mode: 'half_up',
  lineTotal: 2,
  markup: 2,
  vat: 2,
  vatAt: 'document_per_rate',
  splitRule: 'largest_remainder',
} as const

/**
 * The policies that have a name. GAEB rounds quantities, unit rates and totals, halves away from zero; FIEBDC has the
 * digits a BC3 file means when its ~K record is silent; EXACT rounds nothing before the total of a line.
 */
export const roundingPresets = {
  GAEB: { preset: 'GAEB', ...common, qty: 3, coefficient: null, componentAmount: null, unitRate: 2 },
  FIEBDC: { preset: 'FIEBDC', ...common, qty: 2, coefficient: 3, componentAmount: 2, unitRate: 2 },
  EXACT: { preset: 'EXACT', ...common, qty: null, coefficient: null, componentAmount: null, unitRate: null },
} as const satisfies Record<string, RoundingPolicy>

/**
 * A policy of one's own: a preset with some steps changed.
 * @example customRounding('GAEB', { unitRate: 3 })
 */
export const customRounding = (
  from: keyof typeof roundingPresets,
  changes: Partial<Omit<RoundingPolicy, 'preset'>>,
): RoundingPolicy => ({ ...roundingPresets[from], ...changes, preset: 'CUSTOM' })

/**
 * The policy in words, for the foot of a document: what is read there is enough to calculate it again.
 * @example roundingSentence(roundingPresets.EXACT, 'en')
 * // 'Rounding (EXACT): quantities, coefficients, amounts of resources and unit rates are not rounded; …'
 */
export function roundingSentence(policy: RoundingPolicy, language: Language): string {
  const words = sentences[language]
  const steps = Object.entries(words.steps) as [Step, string][]
  const places = [...new Set(steps.map(([step]) => policy[step]))].sort(
    (a, b) => (a ?? Infinity) - (b ?? Infinity),
  )
  const parts = places.map((digits) => {
    const named = steps.filter(([step]) => policy[step] === digits).map(([, word]) => word)
    const list = new Intl.ListFormat(words.locale).format(named)
    return digits === null ? `${list} ${words.unrounded}` : `${list} ${words.rounded(digits)}`
  })
  const rules = [words.mode[policy.mode], words.vatAt[policy.vatAt], words.split]
  return `${words.start} (${policy.preset}): ${[...parts, ...rules].join('; ')}.`
}

type Step = 'qty' | 'coefficient' | 'componentAmount' | 'unitRate' | 'lineTotal' | 'markup' | 'vat'

interface Words {
  locale: string
  start: string
  steps: Record<Step, string>
  rounded: (digits: number) => string
  unrounded: string
  mode: Record<RoundingPolicy['mode'], string>
  vatAt: Record<RoundingPolicy['vatAt'], string>
  split: string
}

const sentences: Record<Language, Words> = {
  en: {
    locale: 'en-GB',
    start: 'Rounding',
    steps: {
      qty: 'quantities',
      coefficient: 'coefficients',
      componentAmount: 'amounts of resources',
      unitRate: 'unit rates',
      lineTotal: 'line totals',
      markup: 'markups',
      vat: 'VAT',
    },
    rounded: (digits) =>
      digits === 0 ? 'to whole numbers' : `to ${digits} ${digits === 1 ? 'decimal' : 'decimals'}`,
    unrounded: 'are not rounded',
    mode: { half_up: 'halves away from zero', half_even: 'halves to the even digit' },
    vatAt: { document_per_rate: 'VAT once per rate on the net sum', line: 'VAT on each line' },
    split: 'totals are sums of rounded lines, shares go by largest remainder',
  },
  de: {
    locale: 'de',
    start: 'Rundung',
    steps: {
      qty: 'Mengen',
      coefficient: 'Aufwandswerte',
      componentAmount: 'Beträge der Einzelkosten',
      unitRate: 'Einheitspreise',
      lineTotal: 'Gesamtbeträge der Positionen',
      markup: 'Zuschläge',
      vat: 'MwSt.',
    },
    rounded: (digits) =>
      digits === 0
        ? 'auf ganze Zahlen'
        : `auf ${digits} ${digits === 1 ? 'Nachkommastelle' : 'Nachkommastellen'}`,
    unrounded: 'ungerundet',
    mode: { half_up: 'kaufmännisch', half_even: 'bei 5 zur geraden Ziffer' },
    vatAt: {
      document_per_rate: 'MwSt. je Steuersatz auf die Nettosumme',
      line: 'MwSt. je Position',
    },
    split: 'Summen aus gerundeten Positionen, Anteile nach größtem Rest',
  },
}
