import type { Page, Route } from '@playwright/test'

/** Nobody answers, as without a network. */
export const refuse = (route: Route): Promise<void> => route.abort('connectionrefused')

/** The server answers that something went wrong there. */
export const fail = (route: Route): Promise<void> =>
  route.fulfill({
    status: 500,
    json: { error: { code: 'internal', message: 'Something went wrong on our side.', requestId: 'r-500' } },
  })

export interface Broken {
  /** How often it was called. */
  calls(): number
  /** Lifts the fault. */
  mend(): Promise<void>
}

/** Answers calls whose address matches with a fault until it is lifted; counts them. */
export async function breaking(
  page: Page,
  address: RegExp,
  fault: (route: Route) => Promise<void> = refuse,
): Promise<Broken> {
  let count = 0
  const handler = (route: Route): Promise<void> => {
    count += 1
    return fault(route)
  }
  await page.route(address, handler)
  return { calls: () => count, mend: () => page.unroute(address, handler) }
}

export interface Held {
  /** How many wait or have waited. */
  calls(): number
  /** Lets those that wait go on, and all that come after. */
  letGo(): Promise<void>
}

/** Holds calls whose address matches, as a slow line does, until they are let go. */
export async function holding(page: Page, address: RegExp, method?: string): Promise<Held> {
  let count = 0
  const waiting: (() => void)[] = []
  let open = false
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    count += 1
    if (!open) await new Promise<void>((resolve) => void waiting.push(resolve))
    return route.continue()
  })
  return {
    calls: () => count,
    async letGo() {
      open = true
      for (const go of waiting.splice(0)) go()
    },
  }
}
