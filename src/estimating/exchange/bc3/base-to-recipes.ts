import { AppError } from '#base/app-error.ts'
import { compareFixed, hundred, multiplyFixed, parseFixed, plainText, roundFixed } from '../../fixed.ts'
import { parseUnit } from '../../parse-unit.ts'
import type { ResourceType } from '../../estimate-document.ts'
import type { Concept, ConceptPart, PriceBase } from './price-base.ts'

/** A recipe of a price base: what one unit of it takes. Numbers are decimal strings. */
export interface BaseRecipe {
  code: string
  name: string
  text: string | null
  unit: string
  /** What the file says it comes to. */
  price: string | null
  parts: BasePart[]
}

/** An item, a recipe that comes before this one in the list, or a percentage of what stands above it (by their keys). */
export type BasePart =
  | { kind: 'item' | 'recipe'; key: string; code: string; name: string; quantity: string }
  | { kind: 'percent'; key: string; name: string; percent: string; of: string[] }

export interface BaseItem {
  code: string
  name: string
  text: string | null
  type: ResourceType
  unit: string
  price: string | null
}

export interface BaseRecipes {
  /** What recipes are made of in the end. */
  items: BaseItem[]
  /** Those that are in others come before these. */
  recipes: BaseRecipe[]
  /** Why some are not taken. */
  notes: string[]
}

/** As deep as recipes may be nested here. */
const deepest = 12
/** Parts of one recipe. */
const mostParts = 1000
/** What all percentages of a file stand on, counted together: each names every part above it. */
const mostOf = 1_000_000

/**
 * The recipes of a price base: every concept that is made of others and is no chapter. A recipe that cannot be taken as it
 * stands, because of a unit that nobody knows, for want of its parts or for having too many, is left out and said, with all
 * that it is in. Throws `invalid` for concepts that are made of themselves and `too_large` for too many percentages.
 */
export function baseToRecipes(base: PriceBase): BaseRecipes {
  const taker = new RecipeTaker(base)
  for (const concept of base.concepts.values()) if (isRecipe(concept)) taker.take(concept, [])
  return taker.taken()
}

const isPercent = ({ code, unit }: Concept): boolean => unit === '%' || code.includes('%')
const isRecipe = (concept: Concept): boolean =>
  concept.kind === 'concept' && concept.parts.length > 0 && !isPercent(concept)

class RecipeTaker {
  readonly #base: PriceBase
  readonly #items = new Map<string, BaseItem>()
  /** Null for those that are not taken. */
  readonly #recipes = new Map<string, BaseRecipe | null>()
  readonly #notes: string[] = []
  #of = 0

  constructor(base: PriceBase) {
    this.#base = base
  }

  taken(): BaseRecipes {
    const recipes = [...this.#recipes.values()].filter((one) => one !== null)
    const used = new Set(
      recipes.flatMap(({ parts }) => parts.map((part) => ('code' in part ? part.code : ''))),
    )
    const items = [...this.#items.values()].filter(({ code }) => used.has(code))
    return { items, recipes, notes: this.#notes }
  }

  take(concept: Concept, way: readonly string[]): BaseRecipe | null {
    const known = this.#recipes.get(concept.code)
    if (known !== undefined) return known
    const path = [...way, concept.code]
    if (way.includes(concept.code))
      throw new AppError('invalid', `Concepts of the file are made of each other: ${path.join(' → ')}.`)
    if (path.length > deepest)
      throw new AppError('invalid', `Recipes may be nested ${deepest} deep: ${path.join(' → ')}.`)
    const unit = parseUnit(concept.unit)?.unit.code
    const parts = unit === undefined ? `its unit “${concept.unit}” is not known` : this.#parts(concept, path)
    const recipe =
      typeof parts === 'string' || unit === undefined
        ? null
        : {
            code: concept.code,
            name: concept.title || concept.code,
            text: concept.text,
            unit,
            price: concept.price,
            parts,
          }
    if (typeof parts === 'string') this.#notes.push(`${concept.code}: ${parts}.`)
    this.#recipes.set(concept.code, recipe)
    return recipe
  }

  /** What it is made of, or why it cannot be taken. */
  #parts(concept: Concept, path: readonly string[]): BasePart[] | string {
    if (concept.parts.length > mostParts) return `it is made of more than ${mostParts} parts`
    const parts: BasePart[] = []
    for (const [at, used] of concept.parts.entries()) {
      const key = `p${at + 1}`
      const inside = this.#base.concepts.get(used.code)
      if (!inside) return `${used.code} is not in the file`
      if (isPercent(inside)) parts.push(this.#percent(key, inside, used, parts))
      else {
        const problem = isRecipe(inside)
          ? this.take(inside, path) === null && `${used.code} in it is not taken`
          : this.#item(inside)
        if (problem) return problem
        const kind = isRecipe(inside) ? ('recipe' as const) : ('item' as const)
        const name = inside.title || used.code
        parts.push({ kind, key, code: used.code, name, quantity: quantityOf(used) })
      }
    }
    return parts.length === 0 ? 'it is made of nothing' : parts
  }

  #item(concept: Concept): string | false {
    const { code, title, text, type, price } = concept
    const unit = parseUnit(concept.unit)?.unit.code
    if (unit === undefined) return `the unit “${concept.unit}” of ${code} is not known`
    this.#items.set(code, { code, name: title || code, text, type: type ?? 'other', unit, price })
    return false
  }

  /** A yield of 0.03 is three per cent of what stands above; letters before the sign say of which codes. */
  #percent(key: string, { code, title }: Concept, used: ConceptPart, above: readonly BasePart[]): BasePart {
    const [mask = ''] = code.split('%')
    const of = above.filter((part) => mask === '' || ('code' in part && part.code.startsWith(mask)))
    this.#of += of.length
    if (this.#of > mostOf) throw new AppError('too_large', 'The file has too many percentages.')
    return {
      kind: 'percent',
      key,
      name: title || code,
      percent: plainText(multiplyFixed(parseFixed(quantityOf(used)), hundred)),
      of: of.map((part) => part.key),
    }
  }
}

const quantityOf = ({ factor, yield: amount }: ConceptPart): string =>
  plainText(multiplyFixed(parseFixed(factor), parseFixed(amount)))

/** Whether a rate is what a file says of it, to the digits that the file has. */
export const isAsPrinted = (rate: string, printed: string): boolean => {
  const digits = printed.split('.')[1]?.length ?? 0
  return compareFixed(roundFixed(parseFixed(rate), digits, 'half_up'), parseFixed(printed)) === 0
}
