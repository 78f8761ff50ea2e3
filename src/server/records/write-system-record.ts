import { AppError } from '#base/app-error.ts'
import { canonicalJson, isJsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import type { Verb } from '#contracts/role.ts'
import { needsPerson } from '../access/needs-person.ts'
import { inTenant, type Caller, type Tx } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import type { BulkRequest } from './bulk-records.ts'
import { recordContext } from './open-records.ts'
import { shownOnce } from '../http/shown-once.ts'
import { modelFor, type RecordContext } from './record-context.ts'
import { readRow } from './read-row.ts'
import { systemWrites, type SystemWrites } from './system-writes.ts'

export interface Asking {
  caller: Caller
  services: Services
}

interface Opened {
  tx: Tx
  context: RecordContext
  writes: SystemWrites
}

// The same order as for a workspace's own records: a model one may not see is not there, then what one may not do.
function open<T>(
  { caller, services }: Asking,
  key: string,
  verb: Verb,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const writes = systemWrites(key)
  return inTenant(
    caller,
    async (tx) => {
      const context = await recordContext(tx, caller, services)
      modelFor(context, key, verb)
      if (!writes) throw new AppError('forbidden', 'These records are kept by the system.')
      if (writes.person && caller.token) throw needsPerson()
      return work({ tx, context, writes })
    },
    { mode: writes?.mode ?? 'write' },
  )
}

/** The row after a write; the release may have moved on, so everything is looked at anew. */
async function rowAfter({ caller, services }: Asking, tx: Tx, key: string, id: string): Promise<Row> {
  const context = await recordContext(tx, caller, services)
  return readRow(context, modelFor(context, key, 'read'), id)
}

/** 412 when a field was changed since `base` by somebody else, to another value than this one. */
function refuseConflict(current: Row, base: unknown, body: Record<string, unknown>): void {
  if (!isJsonObject(base)) return
  const same = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null)
  const conflicts = Object.keys(body).filter(
    (key) =>
      Object.hasOwn(base, key) &&
      Object.hasOwn(current, key) &&
      !same(current[key], base[key]) &&
      !same(current[key], body[key]),
  )
  if (conflicts.length === 0) return
  const fields = Object.fromEntries(
    conflicts.map((key) => [key, { base: base[key], mine: body[key], theirs: current[key] }]),
  )
  throw new AppError('edit_conflict', undefined, { details: { fields } })
}

const flat = ({ attributes, ...body }: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  ...(isJsonObject(attributes) ? attributes : {}),
})

/** Creates a record of a system model. What is told only once comes with the row. */
export const createSystemRecord = (
  asking: Asking,
  key: string,
  body: Record<string, unknown>,
): Promise<Row | Response> =>
  open(asking, key, 'create', async ({ tx, writes }) => {
    const made = await writes.create({ ...asking, tx }, flat(body))
    if (typeof made === 'string') return rowAfter(asking, tx, key, made)
    return shownOnce(await rowAfter(asking, tx, key, made.id), made.secret, 201)
  })

/** Changes a record of a system model. */
export const updateSystemRecord = (
  asking: Asking,
  key: string,
  id: string,
  body: Record<string, unknown>,
): Promise<Row> =>
  open(asking, key, 'update', async ({ tx, context, writes }) => {
    const { base, ...change } = flat(body)
    refuseConflict(await readRow(context, modelFor(context, key, 'read'), id), base, change)
    return rowAfter(asking, tx, key, await writes.update({ ...asking, tx }, id, change))
  })

/** Deletes a record of a system model. */
export const deleteSystemRecord = (asking: Asking, key: string, id: string): Promise<void> =>
  open(asking, key, 'delete', ({ tx, writes }) => writes.remove({ ...asking, tx }, id))

/** Several writes of a system model, all or nothing. */
export const bulkSystemRecords = (
  asking: Asking,
  key: string,
  request: BulkRequest,
): Promise<{ created: string[]; updated: string[]; deleted: string[] }> =>
  open(asking, key, 'read', async ({ tx, context, writes }) => {
    const writer = { ...asking, tx }
    const created: string[] = []
    if (request.create.length > 0) modelFor(context, key, 'create')
    for (const body of request.create) {
      const made = await writes.create(writer, flat(body))
      if (typeof made !== 'string') throw new AppError('forbidden', 'These are made one at a time.')
      created.push(made)
    }
    if (request.update.length > 0) modelFor(context, key, 'update')
    for (const { id, values } of request.update) await writes.update(writer, id, flat(values))
    if (request.delete.length > 0) modelFor(context, key, 'delete')
    for (const id of request.delete) await writes.remove(writer, id)
    return { created, updated: request.update.map(({ id }) => id), deleted: request.delete }
  })
