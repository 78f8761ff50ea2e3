import { wallTime } from '#base/wall-time.ts'
import type { RecordContext } from './record-context.ts'

type Asking = Pick<RecordContext, 'caller'>

/** The day it is where the one who asks is, `2026-03-01`; in UTC where nobody says. */
export const today = ({ caller }: Asking): string => wallTime(new Date(), caller.timeZone ?? 'UTC').day

/** The last day that has come where the one who asks is; where nobody says, anywhere. */
export const latestDay = ({ caller }: Asking): string =>
  wallTime(new Date(), caller.timeZone ?? easternmost).day

const easternmost = 'Pacific/Kiritimati'
