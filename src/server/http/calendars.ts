import {
  createCalendarFeed,
  listCalendarFeeds,
  readCalendar as readEndpoint,
  revokeCalendarFeed,
} from '#contracts/api/calendars.ts'
import { createFeed, listFeeds, offeredDates, revokeFeed } from '../calendars/calendar-feeds.ts'
import { readCalendar } from '../calendars/read-calendar.ts'
import { linkHeaders } from '../public/shared-page.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'
import { shownOnce } from './shown-once.ts'

export const calendarHandlers: readonly Handler[] = [
  handle(listCalendarFeeds, async (input) =>
    withRecords(input, async (context) => ({
      rows: await listFeeds(context),
      offered: offeredDates(context),
    })),
  ),

  handle(createCalendarFeed, async (input) =>
    withRecords(input, async (context) => {
      const { url, ...made } = await createFeed(context, input.services, input.body)
      return shownOnce(made, { url }, 201)
    }),
  ),

  handle(revokeCalendarFeed, async (input) =>
    withRecords(input, (context) => revokeFeed(context, input.params.id)),
  ),

  handle(readEndpoint, async (input) => {
    input.services.limiter.take('calendar', input.address, 120, 60)
    return new Response(await readCalendar(input, input.params.token), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="dates.ics"',
        'X-Content-Type-Options': 'nosniff',
        ...linkHeaders,
        'Cache-Control': 'private, no-store',
      },
    })
  }),
]
