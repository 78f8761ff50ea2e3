/** Pixels from one record to the next, and how many time may add between two of them and in all; the same in the stylesheet. */
export const laneSize = { width: 336, height: 172, card: 200, spread: 64, mostSpread: 640 } as const

/** Between two records, where what happened on the way is written. */
export const laneGap = laneSize.width - laneSize.card
