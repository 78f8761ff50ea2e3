import { expect, test as base } from '@playwright/test'

/** Address of the server that all browser tests share. */
export const server = (): string => process.env['E2E_URL'] ?? ''

/** What a browser says of a page that does what its content security policy forbids. */
const forbidden = /Content Security Policy|TrustedHTML|TrustedScript|Refused to/

/**
 * Playwright's `test` for the built product: a test fails when one of its pages does what the content security policy
 * forbids, Trusted Types included.
 */
export const test = base.extend<{ violations: string[] }>({
  violations: [
    async ({ context }, use) => {
      const violations: string[] = []
      context.on('console', (message) => {
        if (forbidden.test(message.text())) violations.push(`${message.page()?.url()}: ${message.text()}`)
      })
      await use(violations)
      expect(violations, 'the content security policy').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
