import type { Page } from '@playwright/test'

/**
 * Has calls of this address answered as the server answers a sign-in of more than an hour ago (`requirePresence`), until
 * they come with another token: that needs no waiting, and the sign-in service is the real one.
 */
export async function signedInLongAgo(page: Page, address: RegExp): Promise<void> {
  let old: string | undefined
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const token = await route.request().headerValue('authorization')
    old ??= token ?? ''
    if (token !== old) return route.continue()
    return route.fulfill({
      status: 403,
      json: {
        error: {
          code: 'reauthentication_needed',
          message: 'This needs a recent sign-in. Confirm that it is you.',
          requestId: 'r',
        },
      },
    })
  })
}
