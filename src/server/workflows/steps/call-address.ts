import { invalid } from '#base/app-error.ts'
import { readDestination } from '../../webhooks/find-destination.ts'
import type { StepRunner } from '../step-turn.ts'

/**
 * Sends JSON to another program. The address is looked at here already, so that a dry run tells of one that is refused;
 * what is connected is checked again when it is sent (`send-call.ts`).
 */
export const callAddress: StepRunner<'call'> = async ({ resolve, services, dry }, step) => {
  const url = resolve(step.url)
  if (typeof url !== 'string')
    throw invalid([{ path: 'url', code: 'type', message: 'This must give a web address.' }])
  readDestination(url, services.settings)
  const body = resolve(step.body)
  return { input: { url, body }, output: {}, ...(!dry && { hold: { call: { url, body } } }) }
}
