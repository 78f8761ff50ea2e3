import { invalid } from '#base/app-error.ts'
import { readDestination } from '../../webhooks/find-destination.ts'
import type { StepRunner } from '../step-turn.ts'

/**
 * Sends JSON to another program. The address is looked at here already, so that a dry run tells of one that is refused;
 * what is connected is checked again when it is sent (`send-call.ts`).
 */
export const callAddress: StepRunner<'call'> = async ({ resolve, take, services, dry }, step) => {
  const url = resolve(step.url)
  if (typeof url !== 'string')
    throw invalid([{ path: 'url', code: 'type', message: 'This must give a web address.' }])
  const call = take({ url, body: resolve(step.body) })
  readDestination(url, services.settings)
  return { input: call, output: {}, ...(!dry && { hold: { call } }) }
}
