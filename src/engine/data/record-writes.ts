import type { QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import type { Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import type { ApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { invalidateModel } from './invalidate-model.ts'
import { isNotLive } from './not-live.ts'

export type Values = Record<string, Json>

interface WriteOptions {
  /** No toasts: the place that writes shows the outcome itself. */
  quiet?: boolean
  /** False: a failure is only thrown, for a caller that tells of it itself. */
  reportsFailure?: boolean
  /** What the toast of success says, instead of "Saved". */
  success?: string
}

/** A change of one record among many; `base` holds the values the writer saw. */
export interface RecordChange {
  id: string
  values: Values
  base?: Values
}

export interface RecordWrites {
  /** Creates a record and answers its row. */
  create(values: Values, options?: WriteOptions): Promise<Row>
  /** Changes some fields; `base` holds the values the writer saw, so that two people's edits merge or answer 412. */
  update(id: string, values: Values, base?: Values, options?: WriteOptions): Promise<Row>
  /** Changes several records in one transaction: all of them, or none. A refusal names `update.<number>.values.<field>`. */
  updateMany(changes: readonly RecordChange[], options?: WriteOptions): Promise<void>
  /** Deletes a record; the toast offers to take it back. */
  remove(id: string, options?: WriteOptions): Promise<void>
  /** Deletes several in one transaction. */
  removeMany(ids: readonly string[], options?: WriteOptions): Promise<void>
  /** Brings a deleted record back. */
  restore(id: string, options?: WriteOptions): Promise<Row>
}

/**
 * The writes of a model: each is refused while the screen shows a copy, refreshes what it changed, and says how it went.
 * Every one rejects with `ApiError`: 422 with `problemsOf`, 412 `edit_conflict`, 403.
 */
export function recordWrites(api: ApiClient, client: QueryClient, model: string): RecordWrites {
  async function write<T>(
    work: () => Promise<T>,
    success: string,
    options: WriteOptions = {},
    undo?: () => void,
  ): Promise<T> {
    try {
      if (isNotLive().active) throw olderCopy()
      const answer = await work()
      void invalidateModel(client, model)
      const action = undo ? { action: { label: t('Undo'), onClick: undo } } : {}
      if (!options.quiet) toast.success(options.success ?? success, action)
      return answer
    } catch (error) {
      if (!options.quiet && options.reportsFailure !== false) reportFailure(error)
      throw error
    }
  }

  const writes: RecordWrites = {
    create: (values, options) =>
      write(
        () => api.call('POST /api/records/{model}', { params: { model }, body: values }),
        t('Created'),
        options,
      ),
    update: (id, values, base, options) =>
      write(
        () =>
          api.call('PATCH /api/records/{model}/{id}', {
            params: { model, id },
            body: base === undefined ? values : { ...values, base },
          }),
        t('Saved'),
        options,
      ),
    async updateMany(changes, options) {
      await write(
        () =>
          api.call('POST /api/records/{model}/bulk', { params: { model }, body: { update: [...changes] } }),
        t('{{count}} records changed', { count: changes.length }),
        options,
      )
    },
    remove: (id, options) =>
      write(
        () => api.call('DELETE /api/records/{model}/{id}', { params: { model, id } }),
        t('Deleted'),
        options,
        canRestore(model) ? () => void writes.restore(id).catch(() => undefined) : undefined,
      ),
    async removeMany(ids, options) {
      await write(
        () => api.call('POST /api/records/{model}/bulk', { params: { model }, body: { delete: [...ids] } }),
        t('{{count}} deleted', { count: ids.length }),
        options,
      )
    },
    restore: (id, options) =>
      write(
        () => api.call('POST /api/records/{model}/{id}/restore', { params: { model, id } }),
        t('Brought back'),
        options,
      ),
  }
  return writes
}

/** Says in a toast what went wrong, with the request id to tell support. */
export function reportFailure(error: unknown): void {
  const failed = error instanceof ApiError ? error : null
  toast.error(failed ? t(failed.message) : t('Something went wrong.'), {
    ...(failed?.requestId && { requestId: failed.requestId }),
  })
}

// A system record is released metadata; it is taken back by restoring a release.
function canRestore(model: string): boolean {
  return !model.startsWith('sys_')
}

function olderCopy(): ApiError {
  return new ApiError(
    0,
    'unreachable',
    'You are looking at an older copy. Nothing can be changed until the server answers.',
  )
}
