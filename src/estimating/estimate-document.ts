import type { RoundingPolicy } from '#contracts/rounding-policy.ts'

/** What a resource is; ties between them are settled in this order. */
export const resourceTypes = ['labour', 'material', 'equipment', 'subcontract', 'other'] as const
export type ResourceType = (typeof resourceTypes)[number]

/** The position of each type in `resourceTypes`. */
export const typeIndex = Object.fromEntries(resourceTypes.map((type, at) => [type, at])) as Record<
  ResourceType,
  number
>

/**
 * How a line takes part. `selected` is a person's choice where there is one to make:
 * - `normal`, `lump_sum`, `daywork` always count. A lump sum is not multiplied by its quantity.
 * - `optional_with_total` counts unless it was deselected, `optional_without_total` only once it was selected.
 * - `alternative` counts when selected, and then the `base` of its group does not.
 * - `text` says something and costs nothing.
 */
export type ItemType =
  | 'normal'
  | 'optional_with_total'
  | 'optional_without_total'
  | 'base'
  | 'alternative'
  | 'lump_sum'
  | 'daywork'
  | 'text'

/** One version of an estimate as plain JSON, all that its sums are made of. Every number is a decimal string. */
export interface EstimateDocument {
  /** ISO 4217. Everything in a version is in one currency. */
  currency: string
  rounding: RoundingPolicy
  nodes: EstimateNode[]
  /** In the order in which they are reckoned. */
  markups: EstimateMarkup[]
  vatRates: { code: string; percent: string }[]
  /** On the net with its markups, before VAT. */
  discount?: { kind: 'percent' | 'fixed'; value: string } | null
}

export type EstimateNode = EstimateHeading | EstimateLine

interface NodeBase {
  id: string
  /** The same in every version and variant for what is logically the same node. */
  lineageId: string
  parentId: string | null
  /** Its place among its siblings: text, in the order of code points (`sort-between.ts`). */
  sort: string
  /** A number that was fixed; absent, it is generated (`outline-numbers.ts`). */
  number?: string | null
  title: string
  text?: string | null
}

/** A section holds nodes. A note says something. A subtotal sums up its siblings since the subtotal before. */
export interface EstimateHeading extends NodeBase {
  kind: 'section' | 'note' | 'subtotal'
}

export interface EstimateLine extends NodeBase {
  kind: 'line'
  unit: string | null
  quantity: string | null
  /** Typed by hand; not asked where there are resources. */
  unitRate: string | null
  /** Replaces the rate of the resources; the difference stands as one resource `adjustment` of type `other`. */
  unitRateOverride?: string | null
  itemType: ItemType
  /** What may stand for each other: one `base` and its alternatives. */
  altGroup?: string | null
  altNo?: number | null
  selected?: boolean
  /** Off the total of the line. */
  discountPct?: string | null
  /** A code of `vatRates`. */
  vatRate: string | null
  resources: EstimateResource[]
  classifications: EstimateClassification[]
  location?: string | null
}

/** What one unit of a line takes, as it was when it was priced. */
export interface EstimateResource {
  type: ResourceType
  itemCode?: string | null
  name: string
  unit: string
  qtyPerUnit: string
  price: string
  /** Nobody knows its price: `price` is no number to reckon with, and the line has no rate. */
  unpriced?: true
}

/** Whether a resource waits for its price. */
export const isUnpriced = ({ unpriced }: EstimateResource): boolean => unpriced === true

/** The part of a line that belongs to a group of one set; what a set leaves of 100 is unassigned. */
export interface EstimateClassification {
  set: string
  code: string
  /** Per cent. */
  share: string
}

export interface EstimateMarkup {
  key: string
  label: string
  /** The section it is for; absent, the whole. */
  scope?: string | null
  basis: MarkupBasis
  /** Per cent of the basis, a sum, or a sum for each unit: of `quantity`, or of the resources of the basis in `unit`. */
  kind: 'percent' | 'fixed' | 'per_unit'
  value: string
  unit?: string | null
  quantity?: string | null
  /** A line of its own below the sum, or spread over the rates of the lines. */
  spread: 'own_line' | 'into_rates'
}

/**
 * What a markup is reckoned on. `types` and `costGroups` narrow the direct cost of the lines that count, both together
 * to what is both; `keys` adds the amounts of earlier markups. Nothing at all is the whole direct cost, `keys` alone
 * only those amounts.
 */
export interface MarkupBasis {
  types?: ResourceType[]
  costGroups?: { set: string; codes: string[] }
  keys?: string[]
}
