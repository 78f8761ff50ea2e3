import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { priceItem } from '../estimates/price-item.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { createObjects } from '../records/create-objects.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/**
 * Prices a line by an item of a catalogue, as its price stands on the version's day. The line keeps a copy: what the
 * catalogue says later changes nothing here.
 */
export const priceEstimateLine = defineCommand({
  name: 'estimate.price-line',
  title: 'Price line',
  input: z.strictObject({ line: z.uuid(), item: z.uuid() }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates'],
  async run(context, { line, item }) {
    const lines = modelFor(context, 'estimate_lines', 'update')
    const { attributes } = await visibleRow(context, 'estimate_lines', line, 'update')
    if (textOf(attributes, 'kind') !== 'line')
      throw invalid([{ path: 'line', code: 'kind', message: 'Only lines have a price.' }])
    const version = await visibleRow(context, 'estimate_versions', String(attributes.version), 'read')
    const priced = await visibleRow(context, 'catalogue_items', item, 'read')
    const values = await priceItem(context, priced, version.attributes, textOf(attributes, 'quantity') ?? '0')
    await keptOnce(context, { model_id: lines.id, record_id: line }, async () => {
      const before = await rowsOf(context, 'estimate_resources', 'line', [line])
      if (before.length > 0)
        await deleteObjects(
          context,
          modelFor(context, 'estimate_resources', 'delete'),
          before.map(({ id }) => id),
        )
      const resources = modelFor(context, 'estimate_resources', 'create')
      await createObjects(context, resources, [{ values: { ...values, version: version.id, line } }], {
        path: '',
      })
      const unit = textOf(attributes, 'unit') ?? values.unit
      const change = { item, rate_source: 'item', unit, recipe_version: null, rate_override: null }
      await updateObjects(context, lines, [{ id: line, values: change }], { path: '' })
    })
    return { line, price: String(values.price) }
  },
})
