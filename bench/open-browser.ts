import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { enterAs, type Person } from '../e2e/support/people.ts'

/** The browser of the benches; `flags` are more of Chromium's own. */
export const openBrowser = (...flags: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...flags],
  })

const view = { width: 1440, height: 900 }

/** Windows of one size in which a person is signed in, and nothing is fetched but what their pages ask for. */
export async function windowsOf(browser: Browser, person: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: view,
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  await enterAs(context, person)
  // What is given to `page.evaluate` was compiled: its names are kept by a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named')
  return context
}

/**
 * A page all of which is on the window. The window would be as large as the page, and the browser's own bar stands in it
 * too: what changed in the last 80 pixels of the page alone was then never drawn, and a key pressed there counted as shown
 * only with the next change elsewhere.
 */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const { windowId } = await cdp.send('Browser.getWindowForTarget')
  await cdp.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width: view.width + 100, height: view.height + 200 },
  })
  await cdp.detach()
  return page
}
