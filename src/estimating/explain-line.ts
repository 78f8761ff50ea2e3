import type { Language } from '#contracts/language.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import {
  isUnpriced,
  type EstimateLine,
  type EstimateResource,
  type ResourceType,
} from './estimate-document.ts'
import { explainWords, type ExplainWords } from './explain-words.ts'
import { fixedText, isZero, multiplyFixed, parseFixed, plainText, roundFixed, type Fixed } from './fixed.ts'
import { lineWords, type LineWords } from './line-words.ts'
import { coefficientOf, rollUpLine, type RolledLine } from './roll-up-line.ts'

/** What a resource keeps of where it is from, beside what it is reckoned by. */
export interface ResourceFacts {
  resource: EstimateResource
  /** Without waste, as it is kept. */
  quantity: string
  waste: string | null
  formula: string | null
  /** As it is written: for `basis` of the unit. */
  price: string | null
  basis: string
  /** The day the line was priced for. */
  date: string | null
  validFrom: string | null
  validUntil: string | null
  source: string | null
  from: 'lookup' | 'fixed' | 'percent' | 'quote' | null
  /** The price of the catalogue it was taken from. */
  row: string | null
  /** Of an item that is no longer to be used, and what replaces it; null of any other. */
  outdated: { by: string | null } | null
}

/** One step from the total of a line down to a price. */
export interface LineStep {
  depth: 0 | 1 | 2
  label: string
  because: string
  type: ResourceType | null
  amount: string | null
  missing: boolean
  date: string | null
  source: string | null
  price_row: string | null
}

/**
 * Why a line costs what it costs, from its own copy: total, rate, and of each resource quantity, waste, price, day and
 * source. The amounts below the rate are those it is added up from.
 * @example explainLine(line, facts, policy, 'EUR', 'en')[1]?.because // 'the sum of what is below'
 */
export function explainLine(
  line: EstimateLine,
  facts: readonly ResourceFacts[],
  policy: RoundingPolicy,
  currency: string,
  language: Language,
): LineStep[] {
  const words = lineWords[language]
  const rolled = rollUpLine(line, policy)
  const { total, rate, rateFrom } = rolled
  const said = explainWords[language]
  const money = (value: Fixed): string => said.money(plainText(value), currency)
  const step = (depth: LineStep['depth'], label: string, rest: Partial<LineStep>): LineStep => ({
    depth,
    label,
    because: '',
    type: null,
    amount: null,
    missing: false,
    date: null,
    source: null,
    price_row: null,
    ...rest,
  })
  const own = step(0, line.title, {
    because: totalSentence(rolled, { money, numbers: said.numbers, unit: said.unit }, words),
    amount: rate === null ? null : inCents(total),
    missing: rate === null,
  })
  const unit = step(1, words.rate, {
    because: words.rateFrom[rateFrom],
    amount: rate && inCents(rate),
    missing: rate === null,
  })
  const parts = facts.map((one) =>
    step(2, one.resource.name, {
      because: resourceSentence(one, currency, language),
      type: one.resource.type,
      amount: isUnpriced(one.resource) ? null : inCents(costOf(one.resource, policy)),
      missing: isUnpriced(one.resource),
      date: one.date,
      source: one.source,
      price_row: one.row,
    }),
  )
  const rest =
    isZero(rolled.adjustment) || facts.length === 0
      ? []
      : [step(2, words.adjustment, { amount: inCents(rolled.adjustment), type: 'other' })]
  return [own, unit, ...parts, ...rest]
}

function costOf(resource: EstimateResource, policy: RoundingPolicy): Fixed {
  const cost = multiplyFixed(coefficientOf(resource, policy), parseFixed(resource.price))
  return policy.componentAmount === null ? cost : roundFixed(cost, policy.componentAmount, policy.mode)
}

function totalSentence(
  { line, quantity, rate, discount }: RolledLine,
  { money, numbers, unit }: Pick<ExplainWords, 'numbers' | 'unit'> & { money: (value: Fixed) => string },
  words: LineWords,
): string {
  if (rate === null) return words.noRate
  const less = isZero(discount) ? '' : `, ${words.discount(numbers(line.discountPct ?? ''))}`
  if (line.itemType === 'lump_sum') return `${words.lumpSum}: ${money(rate)}${less}`
  return (
    `${numbers(plainText(quantity))} ${unit(line.unit ?? '')} × ${money(rate)}`.replaceAll('  ', ' ') + less
  )
}

function resourceSentence(facts: ResourceFacts, currency: string, language: Language): string {
  const words = explainWords[language]
  const { resource, price, basis, from } = facts
  // A price of a catalogue about which nothing is noted was typed there.
  const source = facts.source ?? (from === 'lookup' && facts.row !== null ? 'manual' : null)
  if (from === 'percent') {
    const of = source !== null && source in words.type ? words.type[source as ResourceType] : (source ?? '')
    const base = price === null ? null : words.money(plain(price), currency)
    return words.percent(words.numbers(plain(facts.quantity)), of, base)
  }
  const unit = words.unit(resource.unit)
  const measured = `${words.numbers(plain(facts.quantity))} ${unit}`.trim()
  const wasted = facts.waste !== null && !isZero(parseFixed(facts.waste))
  const notes = [
    ...(from === 'fixed' ? [words.fixed] : []),
    ...(from === 'quote' ? [words.quote] : []),
    ...(source === null && from !== 'quote'
      ? []
      : [words.validity(facts.validFrom, facts.validUntil, source ?? '')]),
  ].filter((note) => note !== '')
  const per = basis === '1' || isOne(basis) ? unit : `${words.numbers(plain(basis))} ${unit}`
  return [
    words.taken(words.numbers(facts.formula ?? ''), measured),
    ...(wasted ? [words.waste(words.numbers(plain(facts.waste ?? '0')))] : []),
    price === null
      ? words.noPrice
      : words.price(words.money(plain(price), currency), per) +
        (notes.length > 0 ? ` (${notes.join('; ')})` : ''),
    ...(facts.outdated ? [words.outdated(facts.outdated.by)] : []),
  ].join(', ')
}

/** With cents, and finer where it is finer. */
function inCents(value: Fixed): string {
  const text = parseFixed(plainText(value))
  return fixedText(roundFixed(text, Math.max(2, text.scale), 'half_up'))
}

const plain = (text: string): string => plainText(parseFixed(text))
const isOne = (text: string): boolean => plain(text) === '1'
