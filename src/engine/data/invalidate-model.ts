import type { QueryClient } from '@tanstack/react-query'
import type { Query } from '#contracts/query.ts'
import { isJsonObject } from '#base/json.ts'
import { oncePaused } from './typing.ts'

/**
 * Asks again for everything a write to `model` may have changed: questions of the model, and those that look across
 * relations or along parents. A write to a system model may change any description, form, layout or route, so those go too.
 */
export async function invalidateModel(client: QueryClient, model: string): Promise<void> {
  const metadata = model.startsWith('sys_')
  const touched = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => {
    const query = queryKey[5]
    if (queryKey[2] !== 'query' && queryKey[2] !== 'paged')
      // An answer of a command names all models it is made of. What a model is like no record changes.
      return (
        metadata ||
        queryKey[2] === 'object' ||
        (queryKey[2] !== 'model' && [queryKey[3]].flat().includes(model))
      )
    return queryKey[3] === model || (isJsonObject(query) && looksAcross(query as unknown as Query))
  }
  // A first answer still on its way was asked before the write: without this it would be taken for fresh.
  await client.cancelQueries({ predicate: (query) => query.state.data === undefined && touched(query) })
  await client.invalidateQueries({ predicate: touched })
}

/** The same once nobody types in a list: many writes until then ask once. */
export const askAgainOncePaused = (client: QueryClient, model: string): Promise<void> =>
  oncePaused(client, model, () => invalidateModel(client, model))

/** Whether a question reads other models as well: what they hold may change its answer. */
export function looksAcross(query: Query): boolean {
  return query.expand !== undefined || (query.fields ?? []).some((field) => field.includes('.'))
}
