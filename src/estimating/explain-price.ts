import type { Language } from '#contracts/language.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import type { ItemType } from '#contracts/catalogue.ts'
import { explainWords, type ExplainWords } from './explain-words.ts'
import type { ExpandedRecipe, ItemLeaf, LeafPrice, PercentLeaf, TreeBranch, TreeNode } from './recipe-tree.ts'

/** One line of an explanation; the first is the rate itself, deeper ones are what it is made of. */
export interface ExplainRow {
  path: string
  depth: number
  kind: 'rate' | TreeNode['kind']
  label: string
  /** Where the amount comes from: "0.24 m * 1.05 = 0.252 m3, with 3 % waste 0.25956 m3, at 118.00 EUR per m3 (from 1 January 2026)". */
  because: string
  type: ItemType | null
  /** For one output unit of the whole recipe; null where there is none. */
  amount: string | null
}

/**
 * A priced recipe as rows a screen can show, one below the other: `explainPrice(expandRecipe(…), 'de')`. Amounts stay plain
 * decimal texts; the sentences are in the reader's language.
 */
export function explainPrice(tree: ExpandedRecipe, language: Language): ExplainRow[] {
  const words = explainWords[language]
  const { rate, unit, currency, name } = tree
  const amount = rate === null ? null : inCents(rate)
  const because = amount === null ? words.noRate : words.rate(words.money(amount, currency), words.unit(unit))
  const first = { path: '', depth: 0, kind: 'rate', label: name, because, type: null, amount } as const
  return [first, ...tree.children.flatMap((node) => rowsOf(node, 1, currency, words))]
}

function rowsOf(node: TreeNode, depth: number, currency: string, words: ExplainWords): ExplainRow[] {
  const row = { path: node.path, depth, kind: node.kind, type: null, amount: null, because: '' }
  switch (node.kind) {
    case 'item': {
      const because = itemSentence(node, currency, words)
      return [{ ...row, label: node.name, type: node.type, amount: node.amount, because }]
    }
    case 'percent': {
      const because = percentSentence(node, currency, words)
      return [{ ...row, label: node.label, type: node.type, amount: node.amount, because }]
    }
    case 'crew':
    case 'recipe':
      return [
        {
          ...row,
          label: node.kind === 'crew' ? words.crew : node.name,
          amount: node.amount,
          because: branchSentence(node, words),
        },
        ...node.children.flatMap((child) => rowsOf(child, depth + 1, currency, words)),
      ]
    case 'text':
      return [{ ...row, label: node.text }]
    case 'skipped':
      return [{ ...row, label: node.path, because: words.numbers(words.skipped(node.numbers)) }]
  }
}

function itemSentence(leaf: ItemLeaf, currency: string, words: ExplainWords): string {
  const measured = (amount: string): string => words.numbers(inWords(amount, words.unit(leaf.unit)))
  const { working, waste_percent, factor, per_unit } = leaf
  const numbers = working.numbers === working.result ? '' : working.numbers
  const wasted = waste_percent !== null && Number(waste_percent) !== 0
  const parts = leaf.overridden.includes('quantity')
    ? [words.whatIfQuantity(measured(per_unit))]
    : [
        words.taken(words.numbers(numbers), measured(working.result)),
        ...(wasted ? [words.waste(words.numbers(waste_percent))] : []),
        ...(factor === '1' ? [] : [words.times(words.numbers(factor))]),
        ...(per_unit === working.result ? [] : [words.together(measured(per_unit))]),
      ]
  parts.push(leaf.price ? priceSentence(leaf.price, leaf.unit, currency, words) : words.noPrice)
  return parts.join(', ')
}

function priceSentence(price: LeafPrice, unit: string, currency: string, words: ExplainWords): string {
  const counted = words.unit(unit)
  const per = price.price_basis === '1' ? counted : words.numbers(inWords(price.price_basis, counted))
  const notes: string[] = []
  if (price.from === 'fixed') notes.push(words.fixed)
  if (price.from === 'what_if') notes.push(words.whatIfPrice)
  if (price.discount_percent !== null && Number(price.discount_percent) !== 0)
    notes.push(
      words.discount(words.numbers(price.discount_percent), words.money(price.list_price ?? '0', currency)),
    )
  if (price.source !== null) notes.push(words.validity(price.valid_from, price.valid_to, price.source))
  return (
    words.price(words.money(price.unit_price, currency), per) +
    (notes.length > 0 ? ` (${notes.join('; ')})` : '')
  )
}

function percentSentence({ percent, of, base }: PercentLeaf, currency: string, words: ExplainWords): string {
  const what = typeof of === 'string' ? words.type[of] : of.join(' + ')
  return words.percent(words.numbers(percent), what, base === null ? null : words.money(base, currency))
}

// "0.5 × 100 pcs": a unit that begins with a number does not follow one.
function inWords(amount: string, unit: string): string {
  if (unit === '') return amount
  return /^\d/.test(unit) ? `${amount} × ${unit}` : `${amount} ${unit}`
}

function branchSentence({ working, unit, per_unit }: TreeBranch, words: ExplainWords): string {
  const numbers = working.numbers === working.result ? '' : working.numbers
  const taken = words.taken(numbers, inWords(working.result, words.unit(unit)))
  const whole = per_unit === working.result ? [] : [inWords(per_unit, words.unit(unit))]
  return words.numbers([taken, ...whole].join(', '))
}

/** A rate with the digits of money; one that is less than a cent keeps its own. */
function inCents(rate: string): string {
  const rounded = roundHalfUp(decimal(rate), 2)
  return decimal(rounded).eq(0) ? rate : rounded
}
