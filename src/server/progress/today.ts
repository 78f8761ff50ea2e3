/** The day it is, by the clock of the server in UTC, for who says no other. */
export const today = (): string => dayOf(Date.now())

/** The day after: east of Greenwich it has come already. */
export const tomorrow = (): string => dayOf(Date.now() + 86_400_000)

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
