import { useQueryClient } from '@tanstack/react-query'
import { isJsonObject, type Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { toast } from '#ui/toasts/toast.ts'
import { t } from '#ui/translate.ts'
import { useApi } from '../engine-context.tsx'
import { askAgainOncePaused } from './invalidate-model.ts'
import { requireLive } from './not-live.ts'

type CreateBy = (
  by: { command: string; answer: string },
  body: Record<string, Json>,
  options: { idempotencyKey: string; quiet: boolean },
) => Promise<Row>

/**
 * Makes a record by a command of the product, which may do more in its one transaction than write it. Answers what was sent,
 * with the id that the command answers as `answer`. Rejects with `ApiError`, as the record call does.
 */
export function useCreateBy(): CreateBy {
  const api = useApi()
  const client = useQueryClient()
  return async ({ command, answer }, body, { idempotencyKey, quiet }) => {
    requireLive()
    const { result, models } = await api.call('POST /api/commands/{name}', {
      params: { name: command },
      body,
      idempotencyKey,
    })
    for (const model of models) void askAgainOncePaused(client, model)
    if (!quiet) toast.success(t('Created'))
    return { ...body, id: isJsonObject(result) ? (result[answer] ?? null) : null }
  }
}
