import { describe, expect, it } from 'vitest'
import { stepKinds, workflowSchema } from '#contracts/workflow.ts'
import {
  changeStep,
  flatSteps,
  insertStep,
  moveStep,
  newStep,
  removeStep,
  replaceStep,
  stepOfPath,
} from './step-draft.ts'

const kinds = stepKinds.map(({ shape }) => shape.kind.value)
const ids = (steps: Parameters<typeof flatSteps>[0]): string[] => flatSteps(steps).map(({ id }) => id)

describe('steps while they are designed', () => {
  const way = newStep('branch', [])
  const first = insertStep([], { list: '', at: 0 }, way)
  const inside = insertStep(first, { list: 'branch_1.yes', at: 0 }, newStep('wait', first))
  const two = insertStep(inside, { list: 'branch_1.yes', at: 0 }, newStep('wait', inside))

  it.each(kinds)('%s: a new one has a name of its own and the shape of the contract', (kind) => {
    const step = newStep(kind, [newStep(kind, [])])
    expect(step.id).toBe(`${kind}_2`)
    const filled = {
      ...step,
      ...('model' in step && { model: 'job' }),
      ...('subject' in step && { subject: 'Hello' }),
      ...('command' in step && { command: 'a.b' }),
      ...('test' in step && { test: { '=': 'true' } }),
      ...('list' in step && { list: { '=': '[]' } }),
    }
    const workflow = { key: 'k', title: 'K', trigger: { on: 'button' }, steps: [filled] }
    expect(workflowSchema.safeParse(workflow).error).toBeUndefined()
  })

  it('are put in, moved, changed and taken out wherever they are', () => {
    expect(ids(two)).toEqual(['branch_1', 'wait_2', 'wait_1'])
    expect(ids(moveStep(two, 'wait_1', -1))).toEqual(['branch_1', 'wait_1', 'wait_2'])
    expect(moveStep(two, 'wait_1', 1)).toEqual(two)
    expect(ids(removeStep(two, 'wait_2'))).toEqual(['branch_1', 'wait_1'])
    expect(ids(removeStep(two, 'branch_1'))).toEqual([])
    expect(flatSteps(replaceStep(two, 'wait_1', { ...newStep('wait', []), title: 'Rest' }))[2]?.title).toBe(
      'Rest',
    )
  })

  it('are found by the path of a refusal', () => {
    expect(stepOfPath('steps.0.yes.1.seconds', two)).toBe('wait_1')
    expect(stepOfPath('steps.0.test', two)).toBe('branch_1')
    expect(stepOfPath('trigger.model', two)).toBe('trigger')
    expect(stepOfPath('title', two)).toBeNull()
  })
})

it('a wait is for so long or until then: what is said last counts', () => {
  const wait = newStep('wait', [])
  const until = { '=': 'record.due' }
  expect(changeStep(wait, { until })).toMatchObject({ seconds: null, until })
  expect(changeStep(changeStep(wait, { until }), { seconds: 60 })).toMatchObject({ seconds: 60, until: null })
  expect(changeStep(wait, { title: 'Later' })).toEqual({ ...wait, title: 'Later' })
})
