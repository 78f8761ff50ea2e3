import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { findPlace, type Wish } from '../estimates/find-place.ts'
import { nodesAround, nodesInside } from '../estimates/nodes-inside.ts'
import { textOf } from '../estimates/read-value.ts'
import { stepOf } from '../estimates/step-of.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/** Moves a node with what is inside it: to a place, or one step up, down, in or out. */
export const moveEstimateLine = defineCommand({
  name: 'estimate.move-line',
  title: 'Move line',
  input: z.strictObject({
    line: z.uuid(),
    /** Exactly one of these; `inside: null` is last at the top. */
    below: z.uuid().optional(),
    above: z.uuid().optional(),
    inside: z.uuid().nullable().optional(),
    step: z.enum(['up', 'down', 'in', 'out']).optional(),
  }),
  changes: ['estimate_lines', 'estimate_versions', 'estimates'],
  async run(context, { line, below, above, inside, step }) {
    const model = modelFor(context, 'estimate_lines', 'update')
    const { attributes } = await visibleRow(context, 'estimate_lines', line, 'update')
    const version = String(attributes.version)
    const siblings =
      step === undefined ? [] : await nodesInside(context, version, [textOf(attributes, 'parent')])
    const wishes: (Wish | null)[] = [
      ...(below === undefined ? [] : [{ below }]),
      ...(above === undefined ? [] : [{ above }]),
      ...(inside === undefined ? [] : [{ inside }]),
      ...(step === undefined ? [] : [stepOf(siblings, line, step)]),
    ]
    const [wish] = wishes
    if (wishes.length !== 1 || wish === undefined)
      throw invalid([{ path: 'line', code: 'place', message: 'Say where to: one place, or one step.' }])
    // At the end of the way there is nowhere to go, and that is no fault.
    if (wish === null) return { line, moved: false }
    const values = findPlace(await nodesAround(context, version, wish), wish, line)
    await updateObjects(context, model, [{ id: line, values }], { path: '' })
    return { line, moved: true }
  },
})
