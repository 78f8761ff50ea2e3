import type { Context } from 'hono'
import { timeZoneName } from '#base/wall-time.ts'

/** The time zone a request says its person is in: `X-Time-Zone: Europe/Berlin`. Null when it names none there is. */
export const requestedTimeZone = (context: Context): string | null =>
  timeZoneName(context.req.header('x-time-zone')?.trim() ?? '')
