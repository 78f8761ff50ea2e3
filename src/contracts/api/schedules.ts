import { z } from 'zod'
import type { Reason } from '../reason.ts'
import { scheduleUpdateSchema, scheduleWriteSchema } from '../schedule.ts'
import { defineEndpoint } from './endpoint.ts'
import { largestImport, type StagedImport } from './imports.ts'

/** A schedule as it stands. */
export interface ScheduleState {
  id: string
  name: string
  kind: 'export' | 'import'
  plan: string
  zone: string
  model: string
  active: boolean
  status: 'active' | 'failing' | 'paused' | 'stopped'
  /** The next run, ISO 8601; null while it is switched off. */
  next_at: string | null
  /** Why the last run failed, or the server switched it off. */
  trouble: string | null
  /** The same in parts, each for the reader's language. */
  reasons: Reason[] | null
}

const scheduleParams = z.strictObject({ id: z.uuid() })

export const createSchedule = defineEndpoint({
  method: 'POST',
  path: '/api/schedules',
  summary: 'Repeat an export or an import by a plan, with your rights at the time of each run',
  access: 'tenant',
  body: scheduleWriteSchema,
  answer: z.custom<ScheduleState>(),
  status: 201,
  errors: ['invalid', 'forbidden', 'unknown_field'],
})

export const readSchedule = defineEndpoint({
  method: 'GET',
  path: '/api/schedules/{id}',
  summary: 'A schedule and when it runs next; a list of them is a question about sys_schedule',
  access: 'tenant',
  params: scheduleParams,
  answer: z.custom<ScheduleState>(),
})

export const updateSchedule = defineEndpoint({
  method: 'PATCH',
  path: '/api/schedules/{id}',
  summary: 'Change a schedule, or pause it and let it go on',
  access: 'tenant',
  params: scheduleParams,
  body: scheduleUpdateSchema,
  answer: z.custom<ScheduleState>(),
  errors: ['invalid', 'forbidden', 'unknown_field'],
})

export const deleteSchedule = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedules/{id}',
  summary: 'Delete a schedule; what its runs made stays as long as it was to be kept',
  access: 'tenant',
  params: scheduleParams,
})

export const runSchedule = defineEndpoint({
  method: 'POST',
  path: '/api/schedules/{id}/run',
  summary: 'Run a schedule now; answers the export or import that was begun',
  access: 'tenant',
  params: scheduleParams,
  answer: z.custom<{ id: string; kind: 'export' | 'import' }>(),
  status: 202,
  errors: ['invalid', 'in_progress'],
})

export const uploadToSchedule = defineEndpoint({
  method: 'POST',
  path: '/api/schedules/{id}/file',
  summary: 'Upload the file that the next run of a scheduled import takes; the newest counts',
  access: 'tenant',
  params: scheduleParams,
  search: z.strictObject({ name: z.string().min(1).max(300), sheet: z.string().max(200).optional() }),
  takes: 'bytes',
  maxBody: largestImport,
  answer: z.custom<StagedImport>(),
  status: 201,
  errors: ['invalid', 'unsupported_media_type', 'too_large'],
})
