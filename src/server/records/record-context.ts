import { AppError } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import type { Query, QueryResult } from '#contracts/query.ts'
import type { Verb } from '#contracts/role.ts'
import type { Writer } from '#kernel/models/field-conditions.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import { answerQuery, writeAnswer, type Known } from '#kernel/query/answer-query.ts'
import { prepareQuery } from '#kernel/query/prepare-query.ts'
import type { AsOf, ResolvedQuery } from '#kernel/query/resolved-query.ts'
import type { ShownNames } from '#kernel/query/shown-names.ts'
import { verbRefusals } from '../access/refusal-texts.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { shownNames } from '../names/shown-names.ts'
import { askWholeViews, narrowViews } from '../views/narrow-views.ts'
import { askWholeWebhooks, narrowWebhooks } from '../webhooks/narrow-webhooks.ts'

/** Who works on records, in which transaction, by which release. */
export interface RecordContext {
  tx: Tx
  caller: Caller
  workspace: Workspace
  access: Access
  /** Signs page marks. */
  cursorKey: string
  requestId: string | null
  /** How the caller sees the names of definitions, where they are asked for. */
  names?: ShownNames | null
}

/** Who writes, as the conditions of fields see them. */
export const writerOf = ({ caller }: Pick<RecordContext, 'caller'>): Writer => ({
  id: caller.userId,
  email: caller.email,
  role: caller.role,
})

const nobody = '00000000-0000-0000-0000-000000000000'

/** Makes a question answerable for this reader; `path` begins the places of refusals. */
export function prepare(
  { caller, workspace, access, cursorKey, names = null }: RecordContext,
  query: Query,
  path = 'query',
): ResolvedQuery {
  // In a preview a row rule asks about the one who is looked as; who looks as a mere role is nobody in particular.
  const { preview } = caller
  const stands = { recordId: caller.recordId ?? null, closed: caller.closed ?? null, cursorKey, names }
  const asker = preview
    ? { userId: preview.userId ?? nobody, email: preview.email, ...stands }
    : { userId: caller.userId, email: caller.email, ...stands }
  return prepareQuery(askWholeWebhooks(askWholeViews(query)), workspace, access, asker, path)
}

/** Answers a prepared question. */
export async function answer(
  { tx, workspace, access }: RecordContext,
  prepared: ResolvedQuery,
  known?: Known,
): Promise<QueryResult> {
  const { key } = prepared.model
  const result = await answerQuery(
    prepared,
    async ({ text, values, plan }) => (await tx.query(text, values, { plan })).rows,
    known,
  )
  return narrowWebhooks(key, narrowViews(key, result, workspace, access), workspace, access)
}

/**
 * The same as JSON. Records are sent on as PostgreSQL wrote them; what the system keeps is read once more here. `last`:
 * the transaction asks nothing after it.
 */
export const answerWritten = async (
  context: RecordContext,
  prepared: ResolvedQuery,
  last: boolean,
): Promise<string> =>
  prepared.model.kind === 'objects'
    ? writeAnswer(
        prepared,
        async ({ text, values, plan }, final) =>
          (await context.tx.query(text, values, { plan, written: true, last: last && final })).rows,
      )
    : JSON.stringify(await answer(context, prepared))

/** Asks one question as this reader. */
export async function ask(context: RecordContext, query: Query, path?: string): Promise<QueryResult> {
  const named = await withNames(context, [query])
  return answer(named, prepare(named, query, path))
}

/** The same context for these questions: lists of definitions are in the order of the names that the caller sees. */
export const withNames = async (
  context: RecordContext,
  queries: readonly Query[],
): Promise<RecordContext> => ({
  ...context,
  names: await shownNames(
    context,
    queries.map(({ model }) => model),
  ),
})

/** A model this reader may see and act on: 404 when they may not read it, 403 when they may only read it. */
export function modelFor({ workspace, access }: RecordContext, key: string, verb: Verb): ModelInfo {
  const model = workspace.models.get(key)
  if (!model || !access.can(model, 'read')) throw new AppError('not_found')
  if (!access.can(model, verb))
    throw new AppError('forbidden', verbRefusals[verb], {
      details: { reason: 'verb', verb, model: model.key },
    })
  return model
}

/** Which of these ids name records of the model that this reader may see, or might have seen in the past. An unreadable or unknown model has none. */
export async function visibleIds(
  context: RecordContext,
  modelKey: string,
  ids: readonly string[],
  asOf: AsOf | null = null,
): Promise<Set<string>> {
  const model = context.workspace.models.get(modelKey)
  if (!model || !context.access.can(model, 'read')) return new Set()
  const found = new Set<string>()
  const seesAll = asOf === null && model.kind === 'objects' && context.access.rowRule(model) === null
  if (seesAll && ids.every((id) => isUuid(id))) {
    // Whoever may read all of them sees those that are there: no question need be made of it.
    const { rows } = await context.tx.query<{ id: string }>(
      'select id from app.objects where tenant_id = $1 and model_id = $2 and id = any($3::uuid[]) and deleted_at is null',
      [context.caller.tenantId, model.id, ids],
      { plan: 'lookup' },
    )
    for (const { id } of rows) found.add(id)
    return found
  }
  for (let start = 0; start < ids.length; start += 500) {
    const part = ids.slice(start, start + 500)
    const question = prepare(context, {
      model: modelKey,
      fields: ['id'],
      where: { field: 'id', op: 'in', value: part },
      page: { size: 500 },
    })
    const { rows } = await answer(context, { ...question, asOf })
    for (const row of rows) if (typeof row.id === 'string') found.add(row.id)
  }
  return found
}

/** Refuses (404) unless every one of these rows meets the reader's row rule. Costs nothing for models without one. */
export async function requireVisible(
  context: RecordContext,
  model: ModelInfo,
  ids: readonly string[],
): Promise<void> {
  if (context.access.rowRule(model) === null) return
  const visible = await visibleIds(context, model.key, ids)
  if (ids.some((id) => !visible.has(id))) throw new AppError('not_found')
}
