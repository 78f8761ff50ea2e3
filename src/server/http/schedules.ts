import {
  createSchedule as createEndpoint,
  deleteSchedule as deleteEndpoint,
  readSchedule,
  runSchedule,
  updateSchedule as updateEndpoint,
  uploadToSchedule,
} from '#contracts/api/schedules.ts'
import { inTenant } from '../database/in-tenant.ts'
import { stageImport } from '../imports/stage-import.ts'
import { withRecords } from '../records/open-records.ts'
import { scheduleById, scheduleState } from '../schedules/schedule-row.ts'
import {
  createSchedule,
  deleteSchedule,
  runScheduleNow,
  updateSchedule,
} from '../schedules/write-schedule.ts'
import { invalid } from '#base/app-error.ts'
import { receiveImport } from './receive-import.ts'
import { handle, handleBytes, type Handler } from './route.ts'

export const scheduleHandlers: readonly Handler[] = [
  handle(createEndpoint, async ({ caller, services, body }) =>
    inTenant(caller, async (tx) =>
      scheduleState(await scheduleById(tx, caller, await createSchedule(tx, caller, services, body))),
    ),
  ),

  handle(readSchedule, async ({ caller, params }) =>
    inTenant(caller, async (tx) => scheduleState(await scheduleById(tx, caller, params.id))),
  ),

  handle(updateEndpoint, async ({ caller, services, params, body }) =>
    inTenant(caller, async (tx) =>
      scheduleState(
        await scheduleById(tx, caller, await updateSchedule(tx, caller, services, params.id, body)),
      ),
    ),
  ),

  handle(deleteEndpoint, async ({ caller, params }) =>
    inTenant(caller, async (tx) => deleteSchedule(tx, caller, params.id)),
  ),

  handle(runSchedule, async ({ caller, services, params }) =>
    inTenant(caller, async (tx) => runScheduleNow(tx, caller, services, params.id)),
  ),

  handleBytes(
    uploadToSchedule,
    async (input) => {
      const { caller, params, search } = input
      const { source } = await inTenant(caller, async (tx) => scheduleById(tx, caller, params.id), {
        mode: 'read',
      })
      if (source === null)
        throw invalid([{ path: 'id', code: 'kind', message: 'This schedule exports: it takes no files.' }])
      const received = await receiveImport(input, search)
      return { ...received, given: { ...received.given, source } }
    },
    async (input) => withRecords(input, (context) => stageImport(context, input.services.files, input.given)),
  ),
]
