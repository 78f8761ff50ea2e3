import { baseDimensions, type Dimension } from '#contracts/unit.ts'
import { divided, multiplied, plain } from '#expressions/dimension.ts'
import { randomFrom } from './formula-arbitrary.ts'

/** A formula as pieces of text, so that one unit can be changed: the units stand alone in `units`, by place. */
export interface GeneratedFormula {
  pieces: string[]
  /** Places in `pieces` that hold a unit. */
  units: number[]
  gives: Dimension
}

export const quantityUnits: Record<string, Dimension> = {
  m: { length: 1 },
  mm: { length: 1 },
  m2: { length: 2 },
  m3: { length: 3 },
  l: { length: 3 },
  kg: { mass: 1 },
  t: { mass: 1 },
  h: { time: 1 },
  min: { time: 1 },
  pcs: { count: 1 },
}

export const quantityParams: Record<string, Dimension> = {
  width: { length: 1 },
  area: { length: 2 },
  density: { mass: 1, length: -3 },
  pace: { length: 2, time: -1 },
  share: {},
  number: { count: 1 },
}

interface Hole {
  unit: string
}
type Part = string | Hole

/** Random right formulas of any dimension, from a seed. */
export class QuantitySource {
  private readonly random: () => number

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T
  }

  /** A formula with at least one unit in it. */
  formula(): GeneratedFormula {
    for (;;) {
      const gives = this.pick(goals)
      const parts = this.quantity(gives, 1 + Math.floor(this.random() * 4))
      const units = parts.flatMap((part, index) => (typeof part === 'string' ? [] : [index]))
      if (units.length > 0 && parts.length < 150)
        return { pieces: parts.map((part) => (typeof part === 'string' ? part : part.unit)), units, gives }
    }
  }

  /** The same formula with one unit of another dimension. */
  spoil({ pieces, units }: GeneratedFormula): string {
    const place = this.pick(units)
    const before = quantityUnits[pieces[place] ?? ''] ?? {}
    const others = Object.entries(quantityUnits).filter(
      ([, dimension]) => JSON.stringify(dimension) !== JSON.stringify(before),
    )
    return pieces.with(place, this.pick(others)[0]).join('')
  }

  private quantity(gives: Dimension, depth: number): Part[] {
    if (depth <= 0) return this.leaf(gives)
    const of = (dimension: Dimension): Part[] => this.quantity(dimension, depth - 1)
    const other = this.pick(goals)
    const ways: (() => Part[])[] = [
      () => this.leaf(gives),
      () => ['(', ...of(gives), this.pick([' + ', ' - ']), ...of(gives), ')'],
      () => ['(', ...of(other), ' * ', ...of(divided(gives, other)), ')'],
      () => ['(', ...of(multiplied(gives, other)), ' / ', ...of(other), ')'],
      () => [this.pick(['min(', 'max(']), ...of(gives), ', ', ...of(gives), ')'],
      () => ['abs(', ...of(gives), ')'],
      () => ['(-', ...of(gives), ')'],
      () => ['(', ...this.condition(depth - 1), ' ? ', ...of(gives), ' : ', ...of(gives), ')'],
      () => this.rounded(gives, depth - 1),
    ]
    return this.pick(ways)()
  }

  private rounded(gives: Dimension, depth: number): Part[] {
    const fn = this.pick(['round(', 'ceil(', 'floor('])
    if (Object.keys(gives).length > 0)
      return [fn, ...this.quantity(gives, depth), ', ', ...this.leaf(gives), ')']
    return [fn, ...this.quantity(gives, depth), this.pick(['', ', 2']), ')']
  }

  private condition(depth: number): Part[] {
    const compared = this.pick(goals)
    const sign = this.pick([' < ', ' <= ', ' > ', ' >= ', ' == ', ' != '])
    const test = [...this.quantity(compared, depth), sign, ...this.quantity(compared, depth)]
    return this.pick([
      test,
      ['!(', ...test, ')'],
      ['(insulated && ', ...test, ')'],
      ['(format == "DF" || ', ...test, ')'],
    ])
  }

  private leaf(gives: Dimension): Part[] {
    const wanted = JSON.stringify(sorted(gives))
    const params = Object.keys(quantityParams).filter(
      (name) => JSON.stringify(sorted(quantityParams[name] ?? {})) === wanted,
    )
    if (params.length > 0 && this.random() < 0.4) return [this.pick(params)]
    const parts: Part[] = ['(', this.pick(['0.24', '2', '1.05', '12.5', '0.003'])]
    for (const base of baseDimensions) {
      const power = gives[base] ?? 0
      for (let left = Math.abs(power); left > 0;) {
        const fitting = Object.entries(quantityUnits).filter(
          ([, dimension]) => (dimension[base] ?? 0) > 0 && (dimension[base] ?? 0) <= left,
        )
        const [unit, dimension] = this.pick(fitting)
        parts.push(power > 0 ? ' * ' : ' / ', { unit })
        left -= dimension[base] ?? 0
      }
    }
    return [...parts, ')']
  }
}

const goals: readonly Dimension[] = [
  plain,
  { length: 1 },
  { length: 2 },
  { length: 3 },
  { mass: 1 },
  { time: 1 },
  { count: 1 },
  { mass: 1, length: -3 },
  { time: 1, length: -2 },
  { count: 1, length: -2 },
]

const sorted = (dimension: Dimension): [string, number][] =>
  baseDimensions.flatMap((base): [string, number][] => {
    const power = dimension[base] ?? 0
    return power === 0 ? [] : [[base, power]]
  })
