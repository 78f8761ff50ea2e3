/** The day it is, by the clock of the server in UTC, for who says no other. */
export const today = (): string => new Date().toISOString().slice(0, 10)
