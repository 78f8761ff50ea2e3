import type { Query } from '#contracts/query.ts'
import { matchRoute } from '#engine/routing/match-route.ts'

/** Whose screens these are: what one person asked for in one workspace says nothing about another's. */
export interface Asker {
  tenantId: string
  userId: string
}

/** A question of the cache by its kind and, where there is more than one of the kind, what it is about: `['model', 'task']`. */
export type Question = readonly [kind: string, ...about: string[]]

/** Questions about records, those that were answered together in one list: what comes late holds up nothing that comes first. */
export type QueryCalls = readonly (readonly Query[])[]

interface Asked {
  /** What screens are made of, by the path of the route, the screen opened longest ago first. */
  screens: [path: string, questions: readonly Question[]][]
  /** What was asked about records, by the address with what is searched for in it: the next question needs what the last one answered. */
  records: [address: string, calls: QueryCalls][]
}

const item = 'askedBefore'
/** Of so many it is kept what they asked for; beyond them the oldest go. */
const most = { screens: 60, records: 12 }

/** What the screen of an address asked for when it was open the last time; nothing where that is not known. */
export function askedBefore(asker: Asker, pathname: string): readonly Question[] {
  const routes = read(asker).screens.map(([path, questions]) => ({ path, order: 0, questions }))
  return matchRoute(routes, pathname)?.route.questions ?? []
}

/** What was asked about records at exactly this address the last time. */
export const recordsAskedBefore = (asker: Asker, address: string): QueryCalls =>
  read(asker).records.find(([known]) => known === address)?.[1] ?? []

/**
 * Keeps what the screen of a route asked for, and what it asked about records at its address. It goes with the sign-out, as
 * everything on the device.
 */
export function keepAsked(
  asker: Asker,
  screen: { path: string; questions: readonly Question[]; address: string; calls: QueryCalls },
): void {
  const { screens, records } = read(asker)
  const asked: Asked = {
    screens: [...screens.filter(([path]) => path !== screen.path), [screen.path, screen.questions]],
    records: [...records.filter(([address]) => address !== screen.address), [screen.address, screen.calls]],
  }
  const kept: Asked = {
    screens: asked.screens.slice(-most.screens),
    records: asked.records.slice(-most.records),
  }
  try {
    localStorage.setItem(item, JSON.stringify({ asker, ...kept }))
  } catch {
    // Full or forbidden storage: the next visit asks one after the other.
  }
}

function read({ tenantId, userId }: Asker): Asked {
  try {
    const { asker, screens, records } = JSON.parse(localStorage.getItem(item) ?? 'null') as Asked & {
      asker: Asker
    }
    if (asker.tenantId === tenantId && asker.userId === userId) return { screens, records: records ?? [] }
  } catch {
    // Nothing is kept yet, or it is damaged: the same.
  }
  return { screens: [], records: [] }
}
