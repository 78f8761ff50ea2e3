import { useLocation } from 'react-router-dom'
import { useRoutes } from '#engine/routing/use-routes.ts'
import type { Narrowed } from './use-narrowing.ts'

interface ListPlace {
  to: string
  /** Goes with the way there: how the list begins. */
  state: Record<string, Narrowed>
}

/** What goes with the way to a list of a model so that it begins narrowed. */
export const narrowedList = (model: string, narrowed: Narrowed): Record<string, Narrowed> => ({
  [`list:${model}`]: narrowed,
})

/** How whoever led here asks for the records of a model; null where nobody asks. */
export function useNarrowedList(model: string): Narrowed | null {
  const { state } = useLocation() as { state: Record<string, Narrowed> | null }
  return state?.[`list:${model}`] ?? null
}

const listOfAnyModel = '/objects'

/**
 * Where the records of a model are listed, narrowed as asked: their own screen where one lists them, else the list of any
 * model. Null where a person may open neither.
 */
export function useListOf(model: string | undefined): ((narrowed: Narrowed) => ListPlace) | null {
  const { data: routes = [] } = useRoutes()
  if (model === undefined) return null
  const own = routes.filter(({ lists }) => lists === model)
  const place = own.find(({ nav }) => nav) ?? own[0]
  const any = routes.find(({ path }) => path === listOfAnyModel)
  const to = place?.path ?? (any && `${any.path}?model=${model}`)
  return to === undefined ? null : (narrowed) => ({ to, state: narrowedList(model, narrowed) })
}
