import { z } from 'zod'
import { must } from '#base/assert.ts'
import type { AddedLine, ReturnedValues } from '#estimating/exchange/table/returned-table.ts'
import { sortsBetween } from '#estimating/sorts-between.ts'
import { findGap } from '../estimates/find-place.ts'
import { forkVersion } from '../estimates/fork-version.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { textOf } from '../estimates/read-value.ts'
import { removeNodes } from '../estimates/remove-nodes.ts'
import { returnedVersion } from '../estimates/returned-version.ts'
import { compareSort } from '../estimates/sort-keys.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { subtreeOf } from '../estimates/subtree-of.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { wholeEstimate } from '../estimates/whole-estimate.ts'
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
  changes: [...wholeEstimate, 'node_lines'],
  async run(context, { version, file, label }, services) {
    const { stored, changes } = await returnedVersion(context, services, { version, file })
    const lines = modelFor(context, 'estimate_lines', 'update')
    return keptOnce(context, { model_id: lines.id, record_id: version }, async () => {
      const made = await forkVersion(context, version, { label })
      const rows = await rowsOf(context, 'estimate_lines', 'version', [made])
      const lineage = new Map(stored.lines.map(({ id, attributes }) => [id, textOf(attributes, 'lineage')]))
      const copies = new Map(rows.map(({ id, attributes }) => [textOf(attributes, 'lineage'), id]))
      const copyOf = (id: string): string => must(copies.get(must(lineage.get(id))))
      const gone = new Set(subtreeOf(rows, changes.removed.map(copyOf)).map(({ id }) => id))
      if (gone.size > 0) await removeNodes(context, [...gone])
      const changed = changes.changed.map(({ id, values }) => ({ id: copyOf(id), values: asStored(values) }))
      if (changed.length > 0) await updateObjects(context, lines, changed, { path: 'file' })
      const left = rows.filter(({ id }) => !gone.has(id))
      const drafts = draftsOf(left, changes.added, copyOf).map((values) => ({
        values: { ...values, version: made, kind: 'line' },
      }))
      if (drafts.length > 0)
        await createObjects(context, modelFor(context, 'estimate_lines', 'create'), drafts, { path: 'file' })
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

/** The added lines with their places. Those that come one after another share the gap below the node that they follow. */
function draftsOf(
  rows: readonly StoredRow[],
  added: readonly AddedLine[],
  copyOf: (id: string) => string,
): Record<string, unknown>[] {
  const runs: AddedLine[][] = []
  for (const line of added) {
    const run = runs.at(-1)
    if (run && line.below === run.at(-1)?.id) run.push(line)
    else runs.push([line])
  }
  return runs.flatMap((run) => {
    const { below, inside } = must(run[0])
    const { parent, before, after } = gapAt(rows, below === null ? null : copyOf(below), inside)
    const sorts = sortsBetween(before, after, run.length)
    return run.map(({ values }, at) => ({ ...asStored(values), parent, sort: must(sorts[at]) }))
  })
}

function gapAt(rows: readonly StoredRow[], anchor: string | null, inside: boolean) {
  if (anchor !== null && !inside) return findGap(rows, { below: anchor })
  const first = rows
    .filter(({ attributes }) => textOf(attributes, 'parent') === anchor)
    .toSorted(compareSort)[0]
  return findGap(rows, first ? { above: first.id } : { inside: anchor })
}
