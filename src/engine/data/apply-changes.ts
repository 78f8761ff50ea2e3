import type { InfiniteData, Query as CachedQuery, QueryClient } from '@tanstack/react-query'
import { isJsonObject } from '#base/json.ts'
import type { ChangeRow } from '#contracts/api/changes.ts'
import type { Query, QueryResult, Row, Where } from '#contracts/query.ts'
import type { AnswerNumbers } from './answer-numbers.ts'
import type { AskQuery } from './batch-queries.ts'
import { invalidateModel, looksAcross } from './invalidate-model.ts'

interface Known {
  client: QueryClient
  ask: AskQuery
  numbers: AnswerNumbers
}

type Pages = InfiniteData<QueryResult, string | undefined>

/** Rows of so many records are patched one by one; beyond it the pages are asked again. */
const mostPatched = 100
/** A list with at most so many pages is asked again when a record may be new in it. */
const fewPages = 3

/**
 * Brings what changes touched up to date: questions of the changed models, unless they were answered later than that.
 * Long lists keep their pages: the rows that changed are replaced or taken out in place, so that place, choice and an
 * open editor stay.
 */
export async function applyChanges(rows: readonly ChangeRow[], known: Known): Promise<void> {
  const { client, numbers } = known
  const byModel = new Map<string, ChangeRow[]>()
  for (const row of rows) byModel.set(row.model, [...(byModel.get(row.model) ?? []), row])
  for (const model of byModel.keys()) if (model.startsWith('sys_')) await invalidateModel(client, model)
  const old = (query: Query, changes: readonly ChangeRow[]): boolean => {
    const number = numbers.of(query)
    return number === null || changes.some((change) => change.number > number)
  }
  // Rights may be others now: what was answered by the old ones must not stay on the screen.
  const released = byModel.has('sys_release')
  const patched: Promise<void>[] = []
  const stale = (cached: CachedQuery): boolean => {
    const [, , kind, model, , question] = cached.queryKey
    if (kind === 'object') return true
    if (kind === 'command') return [model].flat().some((key) => byModel.has(String(key)))
    if (kind === 'bin') return rows.some((row) => row.kind !== 'created' && row.kind !== 'updated')
    if (kind === 'events') return rows.some((row) => row.model === model && row.id === cached.queryKey[4])
    if (kind !== 'query' && kind !== 'paged') return false
    const query = isJsonObject(question) ? (question as unknown as Query) : null
    if (!query || !old(query, rows)) return false
    if (released) return true
    const changes = typeof model === 'string' ? byModel.get(model) : undefined
    if (!changes) return looksAcross(query)
    if (kind === 'query' || !cached.isActive()) return true
    const pages = (cached.state.data as Pages | undefined)?.pages.length ?? 0
    const anew = changes.some((change) => change.kind === 'created' || change.kind === 'restored')
    const ids = new Set(changes.flatMap(({ id }) => id ?? []))
    if (pages === 0 || ids.size > mostPatched || (anew && pages <= fewPages)) return true
    patched.push(patchPages(cached, query, ids, known))
    return false
  }
  const touched = client.getQueryCache().findAll().filter(stale)
  const keys = new Set(touched.map(({ queryHash }) => queryHash))
  const isTouched = ({ queryHash }: { queryHash: string }): boolean => keys.has(queryHash)
  // A first answer still on its way may have been asked before the change.
  await client.cancelQueries({
    predicate: (query) => query.state.data === undefined && isTouched(query),
  })
  await Promise.all([client.invalidateQueries({ predicate: isTouched }), ...patched])
}

async function patchPages(
  cached: CachedQuery,
  query: Query,
  ids: ReadonlySet<string>,
  { client, ask }: Known,
): Promise<void> {
  const { total: _counted, page: _page, ...plain } = query
  const chosen: Where = { field: 'id', op: 'in', value: [...ids] }
  const question = { ...plain, where: query.where ? { and: [query.where, chosen] } : chosen }
  try {
    const { rows } = await ask({ ...question, page: { size: ids.size } })
    const fresh = new Map(rows.map((row) => [row['id'], row]))
    client.setQueryData<Pages>(
      cached.queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, rows: patchRows(page.rows, ids, fresh) })),
        },
    )
  } catch {
    // Refused or not reached: asking for the whole list tells the reader why.
    await client.invalidateQueries({ queryKey: cached.queryKey, exact: true })
  }
}

function patchRows(rows: Row[], ids: ReadonlySet<string>, fresh: ReadonlyMap<unknown, Row>): Row[] {
  const isChanged = ({ id }: Row): boolean => typeof id === 'string' && ids.has(id)
  if (!rows.some(isChanged)) return rows
  return rows.map((row) => (isChanged(row) ? fresh.get(row['id']) : row)).filter((row) => row !== undefined)
}
