import type { StepKind, WorkflowStep } from '#contracts/workflow.ts'

/** A list of steps by its name: `` is the workflow's own, `<step>.yes`, `<step>.no`, `<step>.steps` those of a step. */
export interface StepPlace {
  list: string
  at: number
}

/** The lists of steps a step holds, with what their places are called. */
export function listsOf(
  step: WorkflowStep,
): { part: 'yes' | 'no' | 'steps'; steps: readonly WorkflowStep[] }[] {
  if (step.kind === 'branch')
    return [
      { part: 'yes', steps: step.yes },
      { part: 'no', steps: step.no },
    ]
  return step.kind === 'each' ? [{ part: 'steps', steps: step.steps }] : []
}

/** Every step, those inside others right after them. */
export const flatSteps = (steps: readonly WorkflowStep[]): WorkflowStep[] =>
  steps.flatMap((step) => [step, ...listsOf(step).flatMap((list) => flatSteps(list.steps))])

type ListChange = (list: readonly WorkflowStep[], name: string) => readonly WorkflowStep[]

function changeLists(steps: readonly WorkflowStep[], name: string, change: ListChange): WorkflowStep[] {
  return change(steps, name).map((step): WorkflowStep => {
    if (step.kind === 'branch')
      return {
        ...step,
        yes: changeLists(step.yes, `${step.id}.yes`, change),
        no: changeLists(step.no, `${step.id}.no`, change),
      }
    return step.kind === 'each'
      ? { ...step, steps: changeLists(step.steps, `${step.id}.steps`, change) }
      : step
  })
}

/** Puts a step into a list, before the one that stands there. */
export const insertStep = (
  steps: readonly WorkflowStep[],
  place: StepPlace,
  made: WorkflowStep,
): WorkflowStep[] =>
  changeLists(steps, '', (list, name) => (name === place.list ? list.toSpliced(place.at, 0, made) : list))

/** Takes a step out, with all inside it. */
export const removeStep = (steps: readonly WorkflowStep[], id: string): WorkflowStep[] =>
  changeLists(steps, '', (list) => list.filter((step) => step.id !== id))

/** Moves a step up (-1) or down (1) in its list; at the end it stays. */
export const moveStep = (steps: readonly WorkflowStep[], id: string, by: -1 | 1): WorkflowStep[] =>
  changeLists(steps, '', (list) => {
    const at = list.findIndex((step) => step.id === id)
    const step = list[at]
    if (!step || at + by < 0 || at + by >= list.length) return list
    return list.toSpliced(at, 1).toSpliced(at + by, 0, step)
  })

/** Puts another step in the place of one. */
export const replaceStep = (steps: readonly WorkflowStep[], id: string, next: WorkflowStep): WorkflowStep[] =>
  changeLists(steps, '', (list) => list.map((step) => (step.id === id ? next : step)))

/** A step with parts of it changed. A wait is for so long or until then: what is said last counts. */
export function changeStep(step: WorkflowStep, change: object): WorkflowStep {
  const next = { ...step, ...change } as WorkflowStep
  if (next.kind !== 'wait' || next.seconds === null || next.until === null) return next
  return 'until' in change ? { ...next, seconds: null } : { ...next, until: null }
}

const common = { title: '', when: null, retries: 3 }

/** A new step of a kind with a name of its own: `set_2`. */
export function newStep(kind: StepKind, steps: readonly WorkflowStep[]): WorkflowStep {
  const taken = new Set(flatSteps(steps).map((step) => step.id))
  let number = 1
  while (taken.has(`${kind}_${number}`)) number++
  const own = { ...common, id: `${kind}_${number}` }
  switch (kind) {
    case 'set':
      return { ...own, kind, model: '', record: { '=': 'record.id' }, values: {} }
    case 'create':
      return { ...own, kind, model: '', values: {} }
    case 'find':
      return { ...own, kind, model: '', where: null, sort: [], most: 100 }
    case 'notify':
      return { ...own, kind, to: [{ '=': 'user.id' }], by: ['app'], subject: '', message: '', link: '' }
    case 'approve':
      return { ...own, kind, by: [{ role: 'owner' }], subject: '', message: '', link: '' }
    case 'call':
      return { ...own, kind, url: '', body: {} }
    case 'run':
      return { ...own, kind, command: '', input: {} }
    case 'wait':
      return { ...own, kind, seconds: 3600, until: null }
    case 'branch':
      return { ...own, kind, test: { '=': '' }, yes: [], no: [] }
    case 'each':
      return { ...own, kind, list: { '=': '' }, most: 100, steps: [] }
  }
}

/** The step a refusal of the server is about: `steps.3.yes.0.values` → the id of that step; `trigger` for its part. */
export function stepOfPath(path: string, steps: readonly WorkflowStep[]): string | null {
  const [head, ...rest] = path.split('.')
  if (head !== 'steps') return head === 'trigger' ? 'trigger' : null
  let list: readonly WorkflowStep[] = steps
  let found: WorkflowStep | undefined
  for (const piece of rest) {
    if (/^\d+$/.test(piece) && list.length > 0) {
      found = list[Number(piece)]
      list = []
    } else {
      const inner = found && listsOf(found).find(({ part }) => part === piece)
      if (!inner) break
      list = inner.steps
    }
  }
  return found?.id ?? null
}
