import { must } from '#base/assert.ts'
import type { Workflow, WorkflowStep } from '#contracts/workflow.ts'

/** A list of steps a run is in: `` is the workflow's own, `<step>.yes`, `<step>.no`, `<step>.steps` those of a step. */
interface Frame {
  list: string
  /** The place of the next step. */
  at: number
  /** Of a loop: what it goes through, and the turn it is at. */
  items?: unknown[]
  turn?: number
}

/** A call that was put down before it is made, so that every try of it carries the same key. */
export interface PendingCall {
  url: string
  body: unknown
  key: string
}

/** Where a run is. A value: what changes it answers a new one. */
export interface RunState {
  frames: readonly Frame[]
  /** What the steps gave, by their ids. */
  outputs: Readonly<Record<string, unknown>>
  /** Set while a step is under way over several transactions. */
  pending?: { call: PendingCall } | { approval: string } | { waited: true }
}

/** A run that has taken no step. */
export const startState: RunState = { frames: [{ list: '', at: 0 }], outputs: {} }

const lists = new WeakMap<Workflow, ReadonlyMap<string, readonly WorkflowStep[]>>()

function listsOf(workflow: Workflow): ReadonlyMap<string, readonly WorkflowStep[]> {
  let found = lists.get(workflow)
  if (!found) {
    const all = new Map<string, readonly WorkflowStep[]>()
    const visit = (name: string, steps: readonly WorkflowStep[]): void => {
      all.set(name, steps)
      for (const step of steps)
        for (const [part, inner] of innerLists(step)) visit(`${step.id}.${part}`, inner)
    }
    visit('', workflow.steps)
    lists.set(workflow, (found = all))
  }
  return found
}

/** The lists of steps a step holds, by the names of their places. */
export function innerLists(step: WorkflowStep): [part: string, steps: readonly WorkflowStep[]][] {
  if (step.kind === 'branch')
    return [
      ['yes', step.yes],
      ['no', step.no],
    ]
  return step.kind === 'each' ? [['steps', step.steps]] : []
}

/** The step a run is at, and the run without the lists and turns it is through with; `step` is null at the end. */
export function stepAt(workflow: Workflow, state: RunState): { step: WorkflowStep | null; state: RunState } {
  const all = listsOf(workflow)
  let frames = state.frames
  for (;;) {
    const top = frames.at(-1)
    if (!top) return { step: null, state: { ...state, frames } }
    const step = all.get(top.list)?.[top.at]
    if (step) return { step, state: { ...state, frames } }
    const turn = (top.turn ?? 0) + 1
    const below = frames.slice(0, -1)
    frames = top.items && turn < top.items.length ? [...below, { ...top, at: 0, turn }] : below
  }
}

/** The run after the step it is at, with what the step gave, and inside another list if the step holds one. */
export function passStep(
  state: RunState,
  step: WorkflowStep,
  output: unknown,
  into?: Omit<Frame, 'at'>,
): RunState {
  const top = must(state.frames.at(-1), 'a run at a step is in a list')
  const frames = [...state.frames.slice(0, -1), { ...top, at: top.at + 1 }]
  return {
    frames: into ? [...frames, { ...into, at: 0 }] : frames,
    outputs: { ...state.outputs, [step.id]: output },
  }
}

/** What the loops around the step are at: the innermost one's `item` and `index`, and all turns as `0.2`. */
export function turnsOf({ frames }: RunState): { item: unknown; index: number | null; turn: string | null } {
  const loops = frames.filter(({ items }) => items !== undefined)
  const inner = loops.at(-1)
  return {
    item: inner?.items?.[inner.turn ?? 0] ?? null,
    index: inner?.turn ?? null,
    turn: loops.length === 0 ? null : loops.map(({ turn = 0 }) => turn).join('.'),
  }
}
