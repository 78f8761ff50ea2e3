import { z } from 'zod'
import { must } from '#base/assert.ts'
import type { AddedLine, ReturnedValues } from '#estimating/exchange/table/returned-table.ts'
import { findPlace } from '../estimates/find-place.ts'
import { forkVersion } from '../estimates/fork-version.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { textOf } from '../estimates/read-value.ts'
import { removeNodes } from '../estimates/remove-nodes.ts'
import { returnedVersion } from '../estimates/returned-version.ts'
import { compareSort } from '../estimates/sort-keys.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { subtreeOf } from '../estimates/subtree-of.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/**
 * Takes a workbook in again that was exported from a version and changed: as a draft of its own, made from that version, in
 * which lines stay the same lines. `estimate.preview-workbook` says before what it will be.
 */
export const importWorkbook = defineCommand({
  name: 'estimate.import-workbook',
  title: 'Take a changed workbook in',
  input: z.strictObject({
    version: z.uuid(),
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
    label: z.string().max(80).optional(),
  }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines', 'estimate_resources', 'estimate_markups'],
  async run(context, { version, file, label }, services) {
    const { stored, changes } = await returnedVersion(context, services, { version, file })
    const lines = modelFor(context, 'estimate_lines', 'update')
    return keptOnce(context, { model_id: lines.id, record_id: version }, async () => {
      const made = await forkVersion(context, version, { label })
      const rows = await rowsOf(context, 'estimate_lines', 'version', [made])
      const lineage = new Map(stored.lines.map(({ id, attributes }) => [id, textOf(attributes, 'lineage')]))
      const copies = new Map(rows.map(({ id, attributes }) => [textOf(attributes, 'lineage'), id]))
      const copyOf = (id: string): string => must(copies.get(must(lineage.get(id))))
      const gone = changes.removed.flatMap((id) => subtreeOf(rows, copyOf(id)).map((row) => row.id))
      if (gone.length > 0) await removeNodes(context, gone)
      const changed = changes.changed.map(({ id, values }) => ({ id: copyOf(id), values: asStored(values) }))
      if (changed.length > 0) await updateObjects(context, lines, changed, { path: 'file' })
      const left = rows.filter(({ id }) => !gone.includes(id))
      await addLines(context, left, { version: made, added: changes.added, copyOf })
      return {
        version: made,
        changed: changed.length,
        added: changes.added.length,
        removed: changes.removed.length,
      }
    })
  },
})

const names: Readonly<Record<keyof ReturnedValues, string>> = {
  title: 'title',
  text: 'text',
  quantity: 'quantity',
  unit: 'unit',
  unitRate: 'unit_rate',
  unitRateOverride: 'rate_override',
  discountPct: 'discount_pct',
  itemType: 'item_type',
  selected: 'selected',
}

const asStored = (values: ReturnedValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [names[key as keyof ReturnedValues], value]),
  )

/** One after another: each may stand below one that was added before it. */
async function addLines(
  context: RecordContext,
  rows: StoredRow[],
  {
    version,
    added,
    copyOf,
  }: { version: string; added: readonly AddedLine[]; copyOf: (id: string) => string },
): Promise<void> {
  if (added.length === 0) return
  const model = modelFor(context, 'estimate_lines', 'create')
  const made = new Map<string, string>()
  for (const { id, below, inside, values } of added) {
    const anchor = below === null ? null : (made.get(below) ?? copyOf(below))
    const place = placeOf(rows, anchor, inside)
    const draft = { ...asStored(values), version, kind: 'line', ...place }
    const { ids } = await createObjects(context, model, [{ values: draft }], { path: 'file' })
    const line = must(ids.get(0))
    made.set(id, line)
    rows.push({ id: line, archetype_id: null, attributes: draft })
  }
}

function placeOf(rows: readonly StoredRow[], anchor: string | null, inside: boolean) {
  if (anchor !== null && !inside) return findPlace(rows, { below: anchor })
  const first = rows
    .filter(({ attributes }) => textOf(attributes, 'parent') === anchor)
    .toSorted(compareSort)[0]
  return findPlace(rows, first ? { above: first.id } : { inside: anchor })
}
