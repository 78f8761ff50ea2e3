import { useFollowClock } from '#engine/data/follow-clock.ts'

/** A list that follows by the clock. Draws nothing, and is loaded only where a list does. */
export function AskAgain({ model, every }: { model: string; every: number }) {
  useFollowClock(model, every)
  return null
}
