import { invalid } from '#base/app-error.ts'
import type { StepRunner } from '../step-turn.ts'

/** Takes its steps once for each item of a list, as far as its limit goes; what is over is counted and left out. */
export const forEach: StepRunner<'each'> = async ({ resolve }, step) => {
  const list = resolve(step.list) ?? []
  if (!Array.isArray(list)) throw invalid([{ path: 'list', code: 'type', message: 'This must give a list.' }])
  const items: unknown[] = list.slice(0, step.most)
  return {
    input: { list: step.list['='] },
    output: { turns: items.length, left_out: list.length - items.length },
    ...(items.length > 0 && step.steps.length > 0 && { into: { list: `${step.id}.steps`, items, turn: 0 } }),
  }
}
