import type { PropertyCondition, PropertyVariable, Split, SplitKey, WhenMissing } from '#contracts/takeoff.ts'

/** A parameter of a recipe that is worked out from each element. */
export interface ParamFormula {
  key: string
  formula: string
  /** Of the parameter; empty: a plain number. */
  unit: string
}

/** A rule as the arithmetic takes it. */
export interface TakeoffRule {
  id: string
  name: string
  formula: string
  /** Of the result: that of what it is counted for. */
  unit: string
  /** Per cent that are added. */
  waste: string | null
  whenMissing: WhenMissing
  /** Rules are asked from the highest on; equal ones in the order of the set. */
  priority: number
  sort: number
  /** Its elements are in no other rule. */
  exclusive: boolean
  splitBy: readonly Split[]
  properties: readonly PropertyCondition[]
  variables: readonly PropertyVariable[]
  /** Elements are told apart by what these give, too. */
  params: readonly ParamFormula[]
}

/** A name a formula may read, with its unit. */
export interface TakeoffVariable {
  key: string
  unit: string
}

/** Where a number is from: a quantity set of the file, a property, the triangles, or that it is one piece. */
export type QuantitySource = 'qto' | 'pset' | 'computed' | 'count'

/** A quantity as an element has it, in SI. */
export interface ElementQuantity {
  /** The names formulas read it under: `net_volume`, and `volume` where it is one of those that say how large it is. */
  keys: readonly string[]
  value: string
  source: QuantitySource
  zero: boolean
  assumedUnit: boolean
}

/** An element of a building model. `quantities` stand in the order in which they are preferred. */
export interface TakeoffElement {
  id: string
  facts: Readonly<Record<SplitKey, string | null>>
  quantities: readonly ElementQuantity[]
  properties: Readonly<Record<string, unknown>>
  /** Rooms and openings are not expected to be counted. */
  counts: boolean
}

/** What is to be known about a number. With the first three nothing was counted. */
export type TakeoffFlag = 'missing' | 'zero' | 'formula' | 'computed' | 'unit_assumed'

/** What a rule makes of an element. */
export interface TakeoffItem {
  rule: string
  element: string
  /** Rule and what its elements are told apart by. */
  group: string
  /** Decimal text with six digits; null where nothing was counted. */
  quantity: string | null
  source: QuantitySource | null
  /** The parameters of its recipe, in their units. */
  params: Readonly<Record<string, string>>
  /** The formula with the element's numbers. */
  trace: string
  flags: readonly TakeoffFlag[]
}
