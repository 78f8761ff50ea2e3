import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { enterAs, type Person } from '../e2e/support/people.ts'

/** The browser of the benches; `flags` are more of Chromium's own. */
export const openBrowser = (...flags: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...flags],
  })

/** Windows of one size in which a person is signed in, and nothing is fetched but what their pages ask for. */
export async function windowsOf(browser: Browser, person: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  await enterAs(context, person)
  // What is given to `page.evaluate` was compiled: its names are kept by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  return context
}
