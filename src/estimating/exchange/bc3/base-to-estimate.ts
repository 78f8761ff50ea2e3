import { AppError } from '#base/app-error.ts'
import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import type {
  EstimateDocument,
  EstimateLine,
  EstimateNode,
  EstimateResource,
} from '../../estimate-document.ts'
import { compareFixed, multiplyFixed, parseFixed, plainText } from '../../fixed.ts'
import { rollUpLine } from '../../roll-up-line.ts'
import { customRounding } from '../../rounding-policy.ts'
import { sortBetween } from '../../sort-between.ts'
import type { ImportedEstimate } from '../imported-estimate.ts'
import type { Concept, ConceptPart, PriceBase } from './price-base.ts'

/** A chapter in a chapter in a chapter …: deeper is a circle, or nobody's bill. */
const deepest = 40

/**
 * A price base that is a bill as an estimate: chapters as sections, items as lines with what they are made of. What an item
 * is made of goes one level deep, as the price of each part stands in the file. Throws `invalid` for concepts that are made of
 * themselves.
 */
export function baseToEstimate(base: PriceBase): ImportedEstimate {
  const { factor, amount, quantity, total } = base.digits
  const rounding = customRounding('FIEBDC', {
    qty: Math.max(quantity, 2),
    coefficient: factor,
    componentAmount: amount,
    unitRate: null,
    lineTotal: Math.min(total, 2),
  })
  const taker = new BaseTaker(base, rounding)
  taker.take(topsOf(base), null, 0)
  const document: EstimateDocument = {
    currency: base.currency ?? 'EUR',
    rounding,
    nodes: taker.nodes,
    markups: [],
    vatRates: [
      { code: 'standard', percent: '19' },
      { code: 'none', percent: '0' },
    ],
  }
  const root = base.root === null ? undefined : base.concepts.get(base.root)
  return { name: root?.title || 'BC3', document, notes: taker.notes }
}

/** What stands at the top: what the root is made of, without a root what is in nothing else. */
function topsOf({ concepts, root }: PriceBase): readonly ConceptPart[] {
  if (root !== null) return concepts.get(root)?.parts ?? []
  const inside = new Set([...concepts.values()].flatMap(({ parts }) => parts.map(({ code }) => code)))
  return [...concepts.keys()]
    .filter((code) => !inside.has(code))
    .map((code) => ({ code, factor: '1', yield: '1' }))
}

class BaseTaker {
  readonly nodes: EstimateNode[] = []
  readonly notes: string[] = []
  readonly #base: PriceBase
  readonly #rounding: RoundingPolicy

  constructor(base: PriceBase, rounding: RoundingPolicy) {
    this.#base = base
    this.#rounding = rounding
  }

  take(parts: readonly ConceptPart[], parentId: string | null, depth: number): void {
    if (depth > deepest) throw new AppError('invalid', 'Chapters of the file are made of each other.')
    let sort: string | null = null
    for (const part of parts) {
      const concept = this.#base.concepts.get(part.code)
      if (!concept) continue
      sort = sortBetween(sort, null)
      const id = `n${this.nodes.length + 1}`
      const title = concept.title || concept.code
      const place = { id, lineageId: id, parentId, sort, title, text: concept.text }
      if (concept.kind === 'concept') {
        this.nodes.push({ ...place, ...this.#line(concept, part) })
        continue
      }
      this.nodes.push({ ...place, kind: 'section' })
      this.take(concept.parts, id, depth + 1)
    }
  }

  #line(
    concept: Concept,
    part: ConceptPart,
  ): Omit<EstimateLine, 'id' | 'lineageId' | 'parentId' | 'sort' | 'title' | 'text'> {
    const line = {
      kind: 'line' as const,
      unit: concept.unit || null,
      quantity: times(part.factor, part.yield),
      unitRate: concept.price,
      itemType: 'normal' as const,
      vatRate: 'standard',
      resources: concept.parts.flatMap((used) => this.#resource(used)),
      classifications: [],
    }
    const same = concept.price === null || line.resources.length === 0 || this.#comesTo(line, concept.price)
    return same ? line : { ...line, unitRateOverride: concept.price }
  }

  /** Whether what an item is made of comes to the price that the file has for it. */
  #comesTo(
    line: Omit<EstimateLine, 'id' | 'lineageId' | 'parentId' | 'sort' | 'title'>,
    price: string,
  ): boolean {
    const place = { id: '', lineageId: '', parentId: null, sort: '', title: '' }
    const { rate } = rollUpLine({ ...place, ...line }, this.#rounding)
    return rate !== null && compareFixed(rate, parseFixed(price)) === 0
  }

  #resource({ code, factor, yield: amount }: ConceptPart): EstimateResource[] {
    const concept = this.#base.concepts.get(code)
    if (!concept) return []
    if (concept.unit === '%' || code.startsWith('%')) {
      this.notes.push(`${code}: a percentage of other parts is not taken; its item has its own price.`)
      return []
    }
    return [
      {
        type: concept.type ?? 'other',
        itemCode: code,
        name: concept.title || code,
        unit: concept.unit,
        qtyPerUnit: times(factor, amount),
        // No price is none, and not nothing.
        ...(concept.price === null ? { price: '0', unpriced: true as const } : { price: concept.price }),
      },
    ]
  }
}

const times = (a: string, b: string): string => plainText(multiplyFixed(parseFixed(a), parseFixed(b)))
