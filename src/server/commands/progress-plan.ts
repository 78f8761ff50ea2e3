import { z } from 'zod'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/**
 * Makes a place in the plan for every section of what was agreed that has none yet, so that its days can be filled in; for
 * an estimate without sections one for every line. With days all of them begin with these.
 */
export const planProgress = defineCommand({
  name: 'progress.plan',
  title: 'Plan the work',
  input: z.strictObject({
    project: z.uuid(),
    start: z.iso.date().nullish(),
    finish: z.iso.date().nullish(),
  }),
  changes: ['work_plans'],
  async run(context, { project, start, finish }) {
    requireWhole(context)
    const model = modelFor(context, 'work_plans', 'create')
    await visibleRow(context, 'projects', project, 'read')
    const loaded = (await loadProgress(context, [project])).get(project)
    if (!loaded) return { made: 0 }
    const { versions, lines, book } = loaded
    const plans = await rowsOf(
      context,
      'work_plans',
      'estimate',
      versions.map(({ attributes }) => String(attributes.estimate)),
    )
    const planned = new Set(plans.map(({ attributes }) => textOf(attributes, 'lineage')))
    const sections = book.nodes.filter(({ kind }) => kind === 'section')
    const missing = (sections.length > 0 ? sections : book.nodes).filter(
      ({ id }) => !planned.has(textOf(lines.get(id)?.attributes ?? {}, 'lineage') ?? id),
    )
    await createObjects(
      context,
      model,
      missing.map(({ id }) => ({ values: { line: id, start: start ?? null, finish: finish ?? null } })),
      { path: '' },
    )
    return { made: missing.length }
  },
})
