/** Where "now" comes from, so that a test can hold it still. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
