import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { elementsOfProject } from '../progress/elements-of-project.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { today } from '../records/today.ts'
import { workOnElements } from '../progress/work-on-elements.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { defineCommand } from './command.ts'
import { elementsInput } from './progress-of-elements.ts'

/**
 * Notes the work on building elements, an entry for each line and place, all of it or nothing. `hash` is that of
 * `progress.of-elements` as a person has seen it: where something else would be noted by now it is refused (422 `changed`).
 * Of an element nothing is noted twice.
 */
export const enterProgressOfElements = defineCommand({
  name: 'progress.enter-elements',
  title: 'Note progress of several elements',
  input: z.strictObject({
    ...elementsInput,
    note: z.string().max(20_000).optional(),
    hash: z.string().length(64),
  }),
  changes: ['progress_entries'],
  async run(context, { note, hash, day: asked, ...input }) {
    const model = modelFor(context, 'progress_entries', 'create')
    requireWhole(context)
    if (!model.fields.has('elements'))
      throw refusal('outdated', 'First take in what is new for the model of progress, under Models.')
    const { project } = await elementsOfProject(context, input.elements)
    await holdNotes(context, project)
    const day = asked ?? today(context)
    const work = await workOnElements(context, { ...input, day })
    if (work.hash !== hash)
      throw refusal('changed', 'Something else would be noted by now. Look at it again.')
    if (work.rows.length === 0) throw refusal('nothing', 'There is nothing to note of these elements.')
    const drafts = work.rows.map(({ id, place, quantity }) => ({
      values: { line: id, place, quantity, day, method: 'quantity', ...(note && { note }) },
    }))
    const { ids } = await createObjects(context, model, drafts, { path: '' })
    const elements = work.rows.map((row, at) => [must(ids.get(at)), { elements: row.elements }] as const)
    await keepValues(context, model, new Map(elements), { model_id: model.id, record_id: null })
    return { entries: work.rows.length, day }
  },
})

const refusal = (code: string, message: string) => invalid([{ path: 'elements', code, message }])

// Of two who note the same elements at once the second finds what the first one noted.
const holdNotes = ({ tx, caller }: RecordContext, project: string | null) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `progress of elements:${caller.tenantId}:${project}`,
  ])
