import { must } from '#base/assert.ts'
import { isUnpriced, type EstimateLine, type EstimateNode } from '#estimating/estimate-document.ts'
import { growTree } from '#estimating/estimate-tree.ts'
import { createObjects, type ObjectDraft } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { ReadEstimate } from './read-estimate-file.ts'

const batchSize = 500
const longest = { title: 1000, text: 20_000, unit: 40, name: 300 }

/**
 * Fills a draft with what a file says, by the rights of whoever imports it: its rounding, rates and discount, then level by
 * level what stands in what, and where it belongs.
 */
export async function writeEstimate(
  context: RecordContext,
  version: string,
  { document, inGroups, remarks }: Pick<ReadEstimate, 'document' | 'inGroups' | 'remarks'>,
  note: string,
): Promise<void> {
  const versions = modelFor(context, 'estimate_versions', 'update')
  const { discount, rounding, vatRates } = document
  const values = {
    rounding,
    vat_rates: vatRates.map(({ code, percent }) => ({ code, percent, label: `${percent} %` })),
    discount_pct: discount?.kind === 'percent' ? discount.value : null,
    ...(note === '' ? {} : { internal_note: note.slice(0, longest.text) }),
  }
  await updateObjects(context, versions, [{ id: version, values }])
  const numbered = modelFor(context, 'estimate_lines', 'create').fields.has('fixed_number')
  const ids = new Map<string, string>()
  for (const level of levelsOf(document.nodes)) {
    const made = await create(
      context,
      'estimate_lines',
      level.map((node) => ({
        values: {
          ...nodeValues(node, numbered),
          ...(inGroups.get(node.id)?.own != null && { cost_group: inGroups.get(node.id)?.own }),
          ...(remarks?.has(node.id) && { internal_note: remarks.get(node.id) }),
          version,
          parent: node.parentId === null ? null : must(ids.get(node.parentId)),
        },
      })),
    )
    level.forEach(({ id }, at) => ids.set(id, must(made[at])))
  }
  const lines = document.nodes.filter((node): node is EstimateLine => node.kind === 'line')
  await create(
    context,
    'estimate_resources',
    lines.flatMap((line) => resourcesOf(line, { version, line: must(ids.get(line.id)) })),
  )
  await create(
    context,
    'line_classifications',
    [...inGroups].flatMap(([node, { further }]) =>
      further.map(({ group, share }) => ({
        values: { line: must(ids.get(node)), cost_group: group, share },
      })),
    ),
  )
}

/** Those at the top, then those right inside them, and so on. */
function levelsOf(nodes: readonly EstimateNode[]): EstimateNode[][] {
  const levels: EstimateNode[][] = []
  const depths = new Map<string, number>()
  for (const { node, parent } of growTree(nodes).inOrder) {
    const depth = parent ? must(depths.get(parent.node.id)) + 1 : 0
    depths.set(node.id, depth)
    const level = (levels[depth] ??= [])
    level.push(node)
  }
  return levels
}

function nodeValues(node: EstimateNode, numbered: boolean): Record<string, unknown> {
  const { kind, sort, title, text, number } = node
  const words = {
    kind,
    sort,
    title: title.slice(0, longest.title),
    text: text?.slice(0, longest.text) ?? null,
  }
  const place = { ...words, ...(numbered && number ? { fixed_number: number.slice(0, 60) } : {}) }
  if (node.kind !== 'line') return place
  return {
    ...place,
    unit: node.unit?.slice(0, longest.unit) ?? null,
    quantity: node.quantity,
    unit_rate: node.unitRate,
    rate_override: node.unitRateOverride ?? null,
    item_type: node.itemType,
    alt_group: node.altGroup ?? null,
    alt_no: node.altNo ?? null,
    selected: node.selected ?? true,
    discount_pct: node.discountPct ?? null,
    vat_code: node.vatRate,
  }
}

function resourcesOf({ resources }: EstimateLine, place: { version: string; line: string }): ObjectDraft[] {
  return resources.map((resource, at) => {
    const { type, itemCode, name, unit, qtyPerUnit, price } = resource
    const values = {
      ...place,
      path: String(at + 1).padStart(4, '0'),
      type,
      item_code: itemCode?.slice(0, 80) ?? null,
      name: name.slice(0, longest.name) || '…',
      unit: unit.slice(0, longest.unit),
      qty_per_unit: qtyPerUnit,
      price: isUnpriced(resource) ? null : price,
    }
    return { values }
  })
}

async function create(
  context: RecordContext,
  key: string,
  drafts: readonly ObjectDraft[],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const model = modelFor(context, key, 'create')
  const made: string[] = []
  for (let start = 0; start < drafts.length; start += batchSize) {
    const part = drafts.slice(start, start + batchSize)
    const { ids } = await createObjects(context, model, part, { path: '' })
    made.push(...part.map((_draft, at) => must(ids.get(at))))
  }
  return made
}
