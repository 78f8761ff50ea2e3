import type { QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import type { ApiClient, ApiRequest } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { askAgainOncePaused } from './invalidate-model.ts'
import { requireLive } from './not-live.ts'
import { reportFailure } from './report-failure.ts'

export type Values = Record<string, Json>

interface WriteOptions {
  /** No toasts: the place that writes shows the outcome itself. */
  quiet?: boolean
  /** False: a failure is only thrown, for a caller that tells of it itself. */
  reportsFailure?: boolean
  /** False: a conflict is thrown like any failure, for a place that asks about it itself. */
  asksConflicts?: boolean
  /** What the toast of success says, instead of "Saved". */
  success?: string
  /** Makes this write, repeated later, happen once. */
  idempotencyKey?: string
}

/** A change of one record among many; `base` holds the values the writer saw. */
export interface RecordChange {
  id: string
  values: Values
  base?: Values
}

export interface RecordBatch {
  create?: readonly Values[]
  update?: readonly RecordChange[]
}

export interface RecordWrites {
  /** Creates a record and answers its row. */
  create(values: Values, options?: WriteOptions): Promise<Row>
  /** Changes some fields; `base` holds the values the writer saw, so that two people's edits merge or answer 412. */
  update(id: string, values: Values, base?: Values, options?: WriteOptions): Promise<Row>
  /** Changes several records in one transaction: all of them, or none. A refusal names `update.<number>.values.<field>`. */
  updateMany(changes: readonly RecordChange[], options?: WriteOptions): Promise<readonly RecordChange[]>
  /** The same with new records in the one transaction. Answers the changes as they were written, after any choice between two values. */
  writeMany(batch: RecordBatch, options?: WriteOptions): Promise<readonly RecordChange[]>
  /** Deletes a record. The toast of a change or deletion offers to take it back. */
  remove(id: string, options?: WriteOptions): Promise<void>
  /** Deletes several in one transaction. */
  removeMany(ids: readonly string[], options?: WriteOptions): Promise<void>
  /** Brings a deleted record back. */
  restore(id: string, options?: WriteOptions): Promise<Row>
}

/** An answer, and the request that brought it. */
interface Sent<T> {
  answer: T
  step: string | undefined
}

/**
 * The writes of a model: each is refused while the screen shows a copy, refreshes what it changed, and says how it went.
 * Where a change meets somebody else's, the person is asked which value stays. Every one rejects with `ApiError`: 422 with `problemsOf`, 412 `edit_conflict`, 403.
 */
export function recordWrites(api: ApiClient, client: QueryClient, model: string): RecordWrites {
  // The answer, and which request it was: that is the name of the step undo takes back.
  async function send<T>(name: string, input: ApiRequest): Promise<Sent<T>> {
    const { body, headers } = await api.answer<T>(name, input)
    return { answer: body, step: headers.get('x-request-id') ?? undefined }
  }

  // A change that met somebody else's: the person chooses value by value, and what is stored now becomes what they saw.
  async function sendChange(
    id: string,
    values: Values,
    base?: Values,
    { asksConflicts: asks = true, ...options }: WriteOptions = {},
  ): Promise<Sent<Row>> {
    try {
      const body = base === undefined ? values : { ...values, base }
      const input = { params: { model, id }, body, ...keyOf(options) }
      return await send<Row>('PATCH /api/records/{model}/{id}', input)
    } catch (error) {
      if (!asks || !(error instanceof ApiError) || error.code !== 'edit_conflict') throw error
      const { askConflict, conflictsOf } = await import('./conflicts.ts')
      const conflicts = conflictsOf(error)
      const chosen = conflicts.length > 0 ? await askConflict(model, conflicts) : null
      if (!chosen) throw error
      const seen = Object.fromEntries(conflicts.map(({ key, theirs }) => [key, (theirs ?? null) as Json]))
      const mine = Object.fromEntries(conflicts.map(({ key }) => [key, (chosen[key] ?? null) as Json]))
      return sendChange(id, { ...values, ...mine }, { ...base, ...seen })
    }
  }

  // The same for many records at once; the person chooses value by value, record by record.
  async function sendBatch(
    { create = [], update = [] }: RecordBatch,
    asks = true,
  ): Promise<Sent<readonly RecordChange[]>> {
    try {
      const body = { ...(create.length > 0 && { create: [...create] }), update: [...update] }
      const { step } = await send('POST /api/records/{model}/bulk', { params: { model }, body })
      return { answer: update, step }
    } catch (error) {
      if (!asks || !(error instanceof ApiError) || error.code !== 'edit_conflict') throw error
      const { askChanges } = await import('./conflicts.ts')
      const again = await askChanges(model, error, update)
      if (!again) throw error
      return sendBatch({ create, update: again })
    }
  }

  async function write<T>(
    work: () => Promise<Sent<T>>,
    success: string,
    options: WriteOptions = {},
    canUndo = false,
  ): Promise<T> {
    try {
      requireLive()
      const { answer, step } = await work()
      void askAgainOncePaused(client, model)
      const undo = (): void =>
        void import('./undo.ts').then(({ takeStep }) => takeStep(api, client, 'undo', step))
      // By the name of its step, so that it gives way once that is undone, however that was asked for.
      const action =
        canUndo && hasSteps(model) ? { id: step, action: { label: t('Undo'), onClick: undo } } : {}
      if (!options.quiet) toast.success(options.success ?? success, action)
      return answer
    } catch (error) {
      if (!options.quiet && options.reportsFailure !== false) reportFailure(error)
      throw error
    }
  }

  const writeMany: RecordWrites['writeMany'] = (batch, options) =>
    write(
      () => sendBatch(batch, options?.asksConflicts),
      t('{{count}} records changed', { count: (batch.create?.length ?? 0) + (batch.update?.length ?? 0) }),
      options,
      true,
    )

  return {
    create: (values, options) =>
      write(
        () => send<Row>('POST /api/records/{model}', { params: { model }, body: values, ...keyOf(options) }),
        t('Created'),
        options,
      ),
    update: (id, values, base, options) =>
      write(() => sendChange(id, values, base, options), t('Saved'), options, true),
    updateMany: (changes, options) => writeMany({ update: changes }, options),
    writeMany,
    remove: (id, options) =>
      write(
        () => send<undefined>('DELETE /api/records/{model}/{id}', { params: { model, id } }),
        hasSteps(model) ? t('Moved to the bin') : t('Deleted'),
        options,
        true,
      ),
    removeMany: (ids, options) =>
      write(
        async () => {
          const body = { delete: [...ids] }
          const { step } = await send('POST /api/records/{model}/bulk', { params: { model }, body })
          return { answer: undefined, step }
        },
        hasSteps(model)
          ? t('{{count}} moved to the bin', { count: ids.length })
          : t('{{count}} deleted', { count: ids.length }),
        options,
        true,
      ),
    restore: (id, options) =>
      write(
        () => send<Row>('POST /api/records/{model}/{id}/restore', { params: { model, id } }),
        t('Brought back'),
        options,
      ),
  }
}

const keyOf = ({ idempotencyKey }: WriteOptions = {}) =>
  idempotencyKey === undefined ? {} : { idempotencyKey }

// A system record is released metadata; it is taken back by restoring a release.
function hasSteps(model: string): boolean {
  return !model.startsWith('sys_')
}
