import { wallTime } from '#base/wall-time.ts'
import type { RecordContext } from './record-context.ts'

/** The day it is where the one who asks is, `2026-03-01`; in UTC where nobody says. */
export const today = ({ caller }: Pick<RecordContext, 'caller'>): string =>
  wallTime(new Date(), caller.timeZone ?? 'UTC').day
