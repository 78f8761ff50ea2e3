import { z } from 'zod'
import { must } from '#base/assert.ts'
import { findPlace } from '../estimates/find-place.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** A new node exactly where it is wanted: right below another, last in a section, or last of all. */
export const insertEstimateLine = defineCommand({
  name: 'estimate.insert-line',
  title: 'Insert line',
  input: z.strictObject({
    version: z.uuid(),
    /** Right below this one. A new line below a section goes into it, as its first. */
    below: z.uuid().nullish(),
    /** Last in this section. */
    inside: z.uuid().nullish(),
    kind: z.enum(['section', 'line', 'note', 'subtotal']).default('line'),
    title: z.string().min(1).max(1000).optional(),
    values: z.record(z.string(), z.json()).default({}),
  }),
  changes: ['estimate_lines', 'estimate_versions', 'estimates'],
  async run(context, { version, below, inside, kind, title, values }) {
    const model = modelFor(context, 'estimate_lines', 'create')
    await visibleRow(context, 'estimate_versions', version, 'read')
    if (below) await visibleRow(context, 'estimate_lines', below, 'read')
    const rows = await rowsOf(context, 'estimate_lines', 'version', [version])
    const anchor = below ? rows.find(({ id }) => id === below) : undefined
    const into = anchor && kind !== 'section' && textOf(anchor.attributes, 'kind') === 'section'
    const first = into
      ? rows.filter((row) => textOf(row.attributes, 'parent') === below).toSorted(bySort)[0]
      : undefined
    const place = findPlace(
      rows,
      first
        ? { above: first.id }
        : into
          ? { inside: must(below) }
          : below
            ? { below }
            : { inside: inside ?? null },
    )
    const draft = {
      ...values,
      version,
      kind,
      title: title ?? titles[kind],
      sort: place.sort,
      parent: place.parent,
    }
    const { ids } = await createObjects(context, model, [{ values: draft }], { path: '' })
    return { line: must(ids.get(0)) }
  },
})

const titles = { section: 'New section', line: 'New line', note: 'New note', subtotal: 'Subtotal' }

const bySort = (
  a: { attributes: Record<string, unknown> },
  b: { attributes: Record<string, unknown> },
): number => (String(a.attributes.sort) < String(b.attributes.sort) ? -1 : 1)
