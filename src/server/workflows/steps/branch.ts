import { invalid } from '#base/app-error.ts'
import type { StepRunner } from '../step-turn.ts'

/** Goes one way or the other. */
export const branch: StepRunner<'branch'> = async ({ resolve }, step) => {
  const answer = resolve(step.test) ?? false
  if (typeof answer !== 'boolean')
    throw invalid([{ path: 'test', code: 'type', message: 'This must give yes or no.' }])
  const part = answer ? 'yes' : 'no'
  return {
    input: { test: step.test['='] },
    output: { yes: answer },
    ...(step[part].length > 0 && { into: { list: `${step.id}.${part}` } }),
  }
}
