import { setTimeout as sleep } from 'node:timers/promises'

/** Answers to outsiders leave at the end of such a step, in milliseconds. */
export const answerStep = 25

/**
 * Runs `work` and answers (or refuses) at the next full step since it began: how long something took tells of what was
 * looked at and not shown only where it takes another step.
 */
export async function evenAnswer<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const took = performance.now() - began
    await sleep(Math.ceil(took / answerStep) * answerStep - took)
  }
}
