import { wallTime } from '#base/wall-time.ts'
import type { RecordContext } from './record-context.ts'

type Asking = Pick<RecordContext, 'caller'>

/** The day it is where the one who asks is, `2026-03-01`; in UTC where nobody says. */
export const today = ({ caller }: Asking): string => dayIn(caller.timeZone ?? 'UTC')

/** The last day that has come where the one who asks is; where nobody says, anywhere. */
export const latestDay = ({ caller }: Asking): string => dayIn(caller.timeZone ?? easternmost)

const easternmost = 'Pacific/Kiritimati'
const dayIn = (timeZone: string): string => wallTime(new Date(), timeZone).day
