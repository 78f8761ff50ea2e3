import { fixedText, fraction, over } from '#base/fraction.ts'
import type { ExpandedRecipe, ItemLeaf, PercentLeaf, TreeNode } from '../../recipe-tree.ts'
import { Bc3Codes, conceptTypes, partsRecord, record, text, word } from './bc3-records.ts'

/** A recipe as it is worked out for one unit, with what is said of it. */
export interface PricedRecipe {
  tree: ExpandedRecipe
  description: string | null
}

interface Asked {
  name: string
  /** `2026-11-22`. */
  day: string
  currency: string
}

/**
 * Writes recipes as FIEBDC-3, each at the defaults of its parameters: items with their prices, recipes in recipes, and
 * percentages of all that stands above. What the format has no place for stands as what it comes to: a percentage of some
 * components as an amount, a crew and a recipe with parameters as what they take.
 * @param recipes one for each recipe; those that are in others stand for these where they have no parameters
 */
export function recipesToBc3(recipes: readonly PricedRecipe[], { name, day, currency }: Asked): string {
  const writer = new RecipeWriter(recipes)
  const date = `${day.slice(8, 10)}${day.slice(5, 7)}${day.slice(0, 4)}`
  const tops = recipes.map((recipe) => writer.write(recipe))
  return [
    record('V', 'Formwork', `FIEBDC-3/2020\\${date}`, 'Formwork', '', 'ANSI'),
    record('K', `2\\2\\2\\6\\6\\6\\6\\2\\${currency}\\`, '', `${currency}\\`),
    record('C', 'RECIPES##', '', word(name), '0', date, '0'),
    partsRecord('RECIPES##', ['ALL#\\1\\1']),
    record('C', 'ALL#', '', word(name), '0', '', '0'),
    partsRecord(
      'ALL#',
      tops.map((code) => `${code}\\1\\1`),
    ),
    ...writer.records,
    '',
  ].join('\r\n')
}

class RecipeWriter {
  readonly records: string[] = []
  readonly #codes = new Bc3Codes()
  /** The code of each recipe that is written, by what it is called; only those others may be made of. */
  readonly #recipes = new Map<string, string>()
  /** The code of each leaf, by all that makes it one. */
  readonly #leaves = new Map<string, string>()

  constructor(recipes: readonly PricedRecipe[]) {
    // Items are numbered after them, so that a recipe keeps its code.
    for (const { tree } of recipes) this.#recipes.set(calledBy(tree), this.#codes.take('R', tree.code))
  }

  write({ tree, description }: PricedRecipe): string {
    const code = this.#recipes.get(calledBy(tree)) ?? ''
    const rate = tree.rate ?? ''
    this.records.push(record('C', code, word(tree.unit), word(tree.name), rate, '', '0'))
    if (description) this.records.push(record('T', code, text(description)))
    const parts: string[] = []
    for (const [at, node] of tree.children.entries())
      parts.push(...this.#parts(node, tree.children.slice(0, at)))
    this.records.push(partsRecord(code, parts))
    return code
  }

  #parts(node: TreeNode, above: readonly TreeNode[] | null): string[] {
    switch (node.kind) {
      case 'item':
        return [this.#item(node)]
      case 'percent':
        return [this.#percent(node, above)]
      case 'recipe': {
        const code = node.params.length === 0 ? this.#recipes.get(calledBy(node)) : undefined
        if (code !== undefined) return [`${code}\\1\\${node.per_unit}`]
        return node.children.flatMap((child) => this.#parts(child, null))
      }
      case 'crew':
        return node.children.flatMap((child) => this.#parts(child, null))
      case 'text':
      case 'skipped':
        return []
    }
  }

  #item({ code, name, unit, type, price, per_unit }: ItemLeaf): string {
    const each =
      price === null
        ? ''
        : fixedText(over(fraction(price.unit_price), fraction(price.price_basis)), {
            digits: 6,
            mode: 'half_up',
          })
    return `${this.#leaf({ code, name, unit, type: conceptTypes[type], price: each })}\\1\\${per_unit}`
  }

  #percent({ label, percent, of, type, amount }: PercentLeaf, above: readonly TreeNode[] | null): string {
    if (above && isOfAll(of, above)) {
      const share = fixedText(over(fraction(percent), fraction('100')), { digits: 12, mode: 'half_up' })
      return `${this.#leaf({ code: '', name: label, unit: '%', type: '0', price: percent })}\\1\\${share}`
    }
    const leaf = { code: '', name: `${label} (${percent} %)`, unit: 'ls', type: conceptTypes[type] }
    return `${this.#leaf({ ...leaf, price: amount ?? '' })}\\1\\1`
  }

  #leaf(leaf: { code: string; name: string; unit: string; type: string; price: string }): string {
    const key = JSON.stringify(leaf)
    let code = this.#leaves.get(key)
    if (code === undefined) {
      const isShare = leaf.unit === '%'
      code = isShare ? `%${this.#codes.take('P')}` : this.#codes.take('I', leaf.code)
      this.#leaves.set(key, code)
      this.records.push(record('C', code, word(leaf.unit), word(leaf.name), leaf.price, '', leaf.type))
    }
    return code
  }
}

const calledBy = ({ code, name, unit }: { code: string; name: string; unit: string }): string =>
  JSON.stringify([code, name, unit])

/** Whether a percentage is taken of everything that stands above it, as the format means one. */
function isOfAll(of: PercentLeaf['of'], above: readonly TreeNode[]): boolean {
  const counted = above.filter(({ kind }) => kind !== 'text' && kind !== 'skipped')
  if (of === 'direct') return counted.every(({ kind }) => kind !== 'percent')
  return typeof of !== 'string' && counted.every(({ path }) => of.includes(path))
}
