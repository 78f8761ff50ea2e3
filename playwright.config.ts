import { defineConfig } from '@playwright/test'

/** Browser tests against the built product: `e2e/support/global-setup.ts` starts the real server on a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  // One browser at a time: the machine that checks is small, and the tests share one server.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A machine that is busy elsewhere may miss a moment; what only passes the second time is reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...(process.env['E2E_URL'] && { baseURL: process.env['E2E_URL'] }),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      // A name with three labels, for the tests of workspaces with an address of their own.
      args: [
        '--no-sandbox',
        '--enable-unsafe-swiftshader',
        '--host-resolver-rules=MAP acme.formwork.test 127.0.0.1',
      ],
    },
  },
})
