import type { ExpressionTree } from '#contracts/expression.ts'
import { evaluateExpression } from '#expressions/evaluate.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import type { ExpressionFormats } from '#expressions/functions/expression-function.ts'
import { namesRead } from '#expressions/walk-tree.ts'
import { formatDate, formatDateTime, formatDecimal, formatMoney, formatPercent } from '#ui/format.ts'
import { currentRegion } from '#ui/region.ts'
import { said } from '../data/api-error.ts'
import { loadedParts } from './expression-parts.ts'

/** The expressions of one layout, ready to be worked out. */
export interface Bindings {
  /** Works out an expression by its text. Throws `ExpressionError`. */
  evaluate(text: string, scope: Readonly<Record<string, unknown>>): unknown
  /** The paths of names an expression reads; empty for one that has no tree. */
  reads(text: string): readonly (readonly string[])[]
}

const formats: ExpressionFormats = {
  number: (text, digits) =>
    formatDecimal(
      text,
      currentRegion(),
      digits === undefined ? {} : { minDigits: digits, maxDigits: digits },
    ),
  money: (text, currency) => formatMoney(text, currency, currentRegion()),
  percent: (text) => formatPercent(text, currentRegion()),
  date: (text) => formatDate(text, currentRegion()),
  dateTime: (text) => formatDateTime(text, currentRegion()),
  words: said,
}

/** Makes the bindings of a layout from the trees that came with it. */
export function createBindings(trees: Readonly<Record<string, ExpressionTree>>): Bindings {
  const paths = new Map<string, string[][]>()
  const treeOf = (text: string): ExpressionTree | undefined =>
    Object.hasOwn(trees, text) ? trees[text] : undefined
  return {
    evaluate(text, scope) {
      const tree = treeOf(text)
      if (!tree) throw new ExpressionError('expression_syntax', 'This expression was not read by the server.')
      const { timeZone } = currentRegion()
      return evaluateExpression(tree, scope, {
        formats,
        ...(timeZone && { timeZone }),
        ...loadedParts(),
      })
    },
    reads(text) {
      const known = paths.get(text)
      if (known) return known
      const tree = treeOf(text)
      const found = tree ? namesRead(tree) : []
      paths.set(text, found)
      return found
    },
  }
}
