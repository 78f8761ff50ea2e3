import { groupBy } from '#base/group-by.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { roundingPolicySchema, type RoundingPolicy } from '#contracts/rounding-policy.ts'
import type {
  EstimateClassification,
  EstimateDocument,
  EstimateLine,
  EstimateMarkup,
  EstimateNode,
  EstimateResource,
  ItemType,
  ResourceType,
} from '#estimating/estimate-document.ts'
import { roundingPresets } from '#estimating/rounding-policy.ts'
import { groupSharesOf } from './group-shares-of.ts'
import { markupGroupsOf } from './markup-groups.ts'
import { listOf, textOf } from './read-value.ts'
import type { StoredRow, StoredVersion } from './stored-version.ts'
import { vatRatesOf } from './vat-rates.ts'

/** The set under which a line's own cost group stands; sets of further groups have ids. */
const ownGroup = 'own'

/**
 * A stored version as the arithmetic reads it: records by their ids, waste and price basis inside the quantity and the
 * price of a resource.
 * @example rollUpEstimate(documentOf(await loadVersion(context, id))).gross
 */
export function documentOf(stored: StoredVersion): EstimateDocument {
  const { version, lines, resources, markups } = stored
  const byLine = groupBy(inPathOrder(resources), ({ attributes }) => textOf(attributes, 'line') ?? '')
  const shares = sharesOf(stored)
  const discount = textOf(version.attributes, 'discount_pct')
  return {
    currency: textOf(version.attributes, 'currency') ?? 'EUR',
    rounding: roundingOf(version.attributes),
    nodes: lines.map((line) => nodeOf(line, byLine.get(line.id) ?? [], shares.get(line.id) ?? [])),
    markups: markups.toSorted(bySort).map((markup) => markupOf(markup, stored.foreign)),
    vatRates: vatRatesOf(version.attributes).map(({ code, percent }) => ({ code, percent })),
    discount: discount === null ? null : { kind: 'percent', value: discount },
  }
}

/** The rounding of a version; what is none is the GAEB one. */
export function roundingOf(attributes: StoredRow['attributes']): RoundingPolicy {
  const parsed = roundingPolicySchema.safeParse(attributes.rounding)
  return parsed.success ? parsed.data : roundingPresets.GAEB
}

/** The resources of lines as a document lists them. */
export const inPathOrder = (resources: readonly StoredRow[]): StoredRow[] => resources.toSorted(byPath)

const bySort = (a: StoredRow, b: StoredRow): number => compare('sort', a, b)
const byPath = (a: StoredRow, b: StoredRow): number => compare('path', a, b)

/** By a text in the order of code points, then in the order in which they were made. */
function compare(key: string, a: StoredRow, b: StoredRow): number {
  const [left, right] = [textOf(a.attributes, key) ?? '', textOf(b.attributes, key) ?? '']
  if (left !== right) return left < right ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The parts of lines in the sets that markups are reckoned on, by line; none where no markup is for cost groups. */
function sharesOf({
  lines,
  markups,
  further = [],
  foreign,
}: StoredVersion): Map<string, EstimateClassification[]> {
  const sets = new Map<string, Set<string>>()
  for (const { attributes } of markups) {
    const groups = foreign?.has('groups') ? null : markupGroupsOf(attributes)
    if (!groups) continue
    const known = sets.get(groups.set) ?? new Set()
    for (const id of [...groups.within, ...groups.beside]) known.add(id)
    sets.set(groups.set, known)
  }
  const shares = new Map<string, EstimateClassification[]>()
  for (const [set, groups] of [...sets].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const [line, own] of groupSharesOf(lines, further, set, groups))
      if (own.length > 0) shares.set(line, [...(shares.get(line) ?? []), ...own])
  return shares
}

function nodeOf(
  { id, attributes }: StoredRow,
  resources: readonly StoredRow[],
  shares: readonly EstimateClassification[],
): EstimateNode {
  const text = (key: string): string | null => textOf(attributes, key)
  const place = {
    id,
    lineageId: text('lineage') ?? id,
    parentId: text('parent'),
    sort: text('sort') ?? '',
    number: text('fixed_number'),
    title: text('title') ?? '',
    text: text('text'),
  }
  const kind = text('kind')
  if (kind === 'section' || kind === 'note' || kind === 'subtotal') return { ...place, kind }
  const group = text('cost_group')
  const number = attributes.alt_no
  return {
    ...place,
    kind: 'line',
    unit: text('unit'),
    quantity: text('quantity'),
    unitRate: text('unit_rate'),
    unitRateOverride: text('rate_override'),
    itemType: (text('item_type') ?? 'normal') as ItemType,
    altGroup: text('alt_group'),
    altNo: typeof number === 'number' ? number : null,
    selected: attributes.selected === true,
    discountPct: text('discount_pct'),
    vatRate: text('vat_code'),
    resources: resources.map(resourceOf),
    classifications: [...(group === null ? [] : [{ set: ownGroup, code: group, share: '100' }]), ...shares],
    location: text('location'),
  } satisfies EstimateLine
}

/** Waste is more of it; a price per 100 is a hundredth each. Both to twelve digits. */
export function resourceOf({ attributes }: StoredRow): EstimateResource {
  const text = (key: string): string | null => textOf(attributes, key)
  const [quantity, waste] = [text('qty_per_unit') ?? '0', text('waste_pct')]
  const [price, basis] = [text('price'), text('price_basis')]
  const perOne = basis === null || Number(basis) === 0 ? decimal(1) : decimal(basis)
  return {
    type: (text('type') ?? 'other') as ResourceType,
    itemCode: text('item_code'),
    name: text('name') ?? '',
    unit: text('unit') ?? '',
    qtyPerUnit:
      waste === null ? quantity : decimalText(decimal(waste).div(100).plus(1).times(quantity).round(12)),
    ...(price === null
      ? { price: '0', unpriced: true }
      : { price: perOne.eq(1) ? price : decimalText(decimal(price).div(perOne)) }),
  }
}

function markupOf({ attributes }: StoredRow, foreign?: ReadonlySet<string>): EstimateMarkup {
  const text = (key: string): string | null => textOf(attributes, key)
  const types = listOf(attributes, 'basis_types') as ResourceType[]
  const keys = (text('basis_keys') ?? '').split(/[\s,;]+/).filter((key) => key !== '')
  const groups = foreign?.has('groups') ? null : markupGroupsOf(attributes)
  const [section, kind] = [foreign?.has('section') ? null : text('section'), text('kind')]
  const [unit, quantity] = kind === 'per_unit' ? [text('unit'), text('unit_quantity')] : [null, null]
  return {
    key: text('key') ?? '',
    label: text('label') ?? '',
    ...(section !== null && { scope: section }),
    basis: {
      ...(types.length > 0 && { types }),
      ...(groups && { costGroups: { set: groups.set, codes: [...groups.within] } }),
      ...(keys.length > 0 && { keys }),
    },
    kind: kind === 'fixed' || kind === 'per_unit' ? kind : 'percent',
    value: text('value') ?? '0',
    ...(unit !== null && { unit }),
    ...(quantity !== null && { quantity }),
    spread: text('spread') === 'into_rates' ? 'into_rates' : 'own_line',
  }
}
