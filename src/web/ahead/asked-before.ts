import { matchRoute } from '#engine/routing/match-route.ts'

/** Whose screens these are: what one person asked for in one workspace says nothing about another's. */
export interface Asker {
  tenantId: string
  userId: string
}

/** A question of the cache by its kind and, where there is more than one of the kind, what it is about: `['model', 'task']`. */
export type Question = readonly [kind: string, ...about: string[]]

interface Asked {
  asker: Asker
  /** By the path of the route, the screen opened longest ago first. */
  screens: [path: string, questions: Question[]][]
}

const item = 'askedBefore'
/** Of so many screens it is kept what they asked for; beyond them the oldest go. */
const most = 60

/** What the screen of an address asked for when it was open the last time; nothing where that is not known. */
export function askedBefore(asker: Asker, pathname: string): readonly Question[] {
  const routes = read(asker).map(([path, questions]) => ({ path, order: 0, questions }))
  return matchRoute(routes, pathname)?.route.questions ?? []
}

/** Keeps what the screen of a route asked for. It goes with the sign-out, as everything on the device. */
export function keepAsked(asker: Asker, path: string, questions: readonly Question[]): void {
  const others = read(asker).filter(([other]) => other !== path)
  const screens: Asked['screens'] = [...others, [path, [...questions]]]
  try {
    localStorage.setItem(item, JSON.stringify({ asker, screens: screens.slice(-most) } satisfies Asked))
  } catch {
    // Full or forbidden storage: the next visit asks one after the other.
  }
}

function read({ tenantId, userId }: Asker): Asked['screens'] {
  try {
    const { asker, screens } = JSON.parse(localStorage.getItem(item) ?? 'null') as Asked
    return asker.tenantId === tenantId && asker.userId === userId ? screens : []
  } catch {
    // Nothing is kept yet, or it is damaged: the same.
    return []
  }
}
