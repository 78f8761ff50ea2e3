import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import WebSocket from 'ws'
import { must } from '#base/assert.ts'
import { callAs, type Person, type Workspace } from './people.ts'
import { startServer, type StartedServer } from './start-server.ts'
import { test } from './test.ts'

/** Somebody of the demo workspace, signed in, and how they ask its API. */
export interface DemoPerson extends Person {
  role: string
  call<Answer>(name: string, body?: unknown): Promise<Answer>
  /** The first record of a model that they see, or undefined where they see none. */
  first(model: string, where?: object): Promise<Record<string, string> | undefined>
}

/** A server of its own with the demo workspace. */
export const startDemo = (): Promise<StartedServer> => startServer({ FORMWORK_DEMO: '1' })

/** Signs in everybody of the demo workspace. */
export async function demoPeople(server: string): Promise<DemoPerson[]> {
  const meta = (await (await fetch(`${server}/api/_meta`)).json()) as {
    supabase: { url: string; anonKey: string }
    features: { demoPeople: { name: string; email: string; role: string; password: string }[] }
  }
  return Promise.all(
    meta.features.demoPeople.map(async (known) => {
      const { auth } = createClient(meta.supabase.url, meta.supabase.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: WebSocket as never },
      })
      const { data, error } = await auth.signInWithPassword(known)
      if (error) throw error
      const person: Person = { server, ...known, session: data.session }
      const { rows: workspaces } = await callAs<{ rows: Workspace[] }>(person, 'GET /api/tenants')
      const call = <Answer>(name: string, body?: unknown): Promise<Answer> =>
        callAs<Answer>(person, name, body, workspaces[0])
      const first: DemoPerson['first'] = async (model, where) => {
        const queries = [{ model, ...(where && { where }), page: { size: 1 } }]
        const { results } = await call<{ results: { rows?: Record<string, string>[] }[] }>(
          'POST /api/query',
          { queries },
        )
        return results[0]?.rows?.[0]
      }
      return { ...person, role: known.role, call, first }
    }),
  )
}

/** One of them by what they are in the workspace: `Owner`, `Customer`. */
export const demoPerson = (people: readonly DemoPerson[], role: string): DemoPerson =>
  must(people.find((one) => one.role === role))

/** A server with the demo workspace for all tests of a file, and two of its people; there once the first test begins. */
export interface FileDemo {
  readonly url: string
  readonly owner: DemoPerson
  readonly customer: DemoPerson
}

/** Starts one before the tests of this file, and stops it behind them. */
export function demoForFile(): FileDemo {
  let started: StartedServer | undefined
  let people: DemoPerson[] = []
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    started = await startDemo()
    people = await demoPeople(started.url)
  })
  test.afterAll(() => started?.stop())
  return {
    get url() {
      return must(started).url
    },
    get owner() {
      return demoPerson(people, 'Owner')
    },
    get customer() {
      return demoPerson(people, 'Customer')
    },
  }
}

/** Goes to an address as a link would: without loading the page anew. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    for (const old of document.querySelectorAll('h1')) old.dataset['before'] = ''
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

/** What stands on a screen once it has what it should, or after ten seconds. */
export interface ScreenLook {
  heading: string
  /** What it has not: a heading, something below it, an end of waiting, a way without an error, all in its width. */
  lacks: string[]
}

/** Looks at the screen, at every frame until nothing lacks: there are some hundred to see. */
export const lookAt = (page: Page): Promise<ScreenLook> =>
  page.evaluate(async () => {
    const look = (): ScreenLook => {
      const main = document.querySelector('main')
      const heading = main?.querySelector('h1:not([data-before])')?.textContent?.trim() ?? ''
      const words = (main?.innerText ?? '').replace(heading, '').trim()
      const { scrollWidth, clientWidth } = document.documentElement
      const lacks = [
        heading === '' ? 'a heading' : '',
        words.length <= 10 ? 'content' : '',
        main?.querySelector('[aria-busy="true"]') ? 'an end of waiting' : '',
        // A form on a screen that may be opened says so where its records may not be written.
        [...document.querySelectorAll('[role="alert"]')].every(({ textContent }) =>
          textContent.startsWith('You may not '),
        )
          ? ''
          : 'a way without an error',
        scrollWidth > clientWidth ? 'room at its side' : '',
      ]
      return { heading, lacks: lacks.filter(Boolean) }
    }
    const end = performance.now() + 10_000
    while (look().lacks.length > 0 && performance.now() < end) await new Promise(requestAnimationFrame)
    return look()
  })
