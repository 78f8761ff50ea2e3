import { z } from 'zod'
import { keySchema } from '../field.ts'
import { defineEndpoint } from './endpoint.ts'

const dateFieldSchema = z.strictObject({ model: keySchema, field: keySchema })
/** A date of the records of a model, by their keys. */
export type DateField = z.infer<typeof dateFieldSchema>

/** A date that a calendar may show, in words. `ours`: the product named the field. */
export interface OfferedDate extends DateField {
  model_label: string
  field_label: string
  ours: boolean
}

/** A calendar somebody made for themselves; its address was answered once, when it was made. */
export interface CalendarFeed {
  id: string
  dates: DateField[]
  /** Only records that name the person. */
  mine: boolean
  created_at: string
  /** When a program last asked for it, to the nearest minutes. */
  read_at: string | null
}

export const listCalendarFeeds = defineEndpoint({
  method: 'GET',
  path: '/api/calendar-feeds',
  summary: 'The calendars of the person who asks, and the dates one may show',
  access: 'tenant',
  person: true,
  answer: z.custom<{ rows: CalendarFeed[]; offered: OfferedDate[] }>(),
})

export const createCalendarFeed = defineEndpoint({
  method: 'POST',
  path: '/api/calendar-feeds',
  summary: 'Make a calendar for a program; its address is answered this once',
  access: 'tenant',
  person: true,
  body: z.strictObject({
    dates: z.array(dateFieldSchema).min(1).max(30),
    mine: z.boolean().default(false),
  }),
  status: 201,
  // A repetition of the call is answered without the address: it is kept nowhere.
  answer: z.custom<{ id: string; url?: string }>(),
  errors: ['invalid'],
})

export const revokeCalendarFeed = defineEndpoint({
  method: 'DELETE',
  path: '/api/calendar-feeds/{id}',
  summary: 'Take a calendar back: its address leads nowhere from now on',
  access: 'tenant',
  person: true,
  params: z.strictObject({ id: z.uuid() }),
  errors: ['not_found'],
})

export const readCalendar = defineEndpoint({
  method: 'GET',
  path: '/api/calendars/{token}/dates.ics',
  summary: 'What the person of a calendar may see of its dates now, as iCalendar',
  access: 'public',
  params: z.strictObject({ token: z.string().max(100) }),
  answer: 'raw',
})
