import { defineConfig } from '@playwright/test'

/** Browser tests against the built product: `e2e/support/global-setup.ts` starts the real server on a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  // Two files at a time share one server; every test makes people and a workspace of its own. A page that is being tested
  // waits as often as it works, so that two of them take little longer than one.
  workers: 2,
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
    // Each test is a new browser: it would fetch the whole application to keep it. `offline.spec.ts` lets it.
    serviceWorkers: 'block',
    // Calls, requests and console of a failed test, and its last picture; a film of every step costs a fifth of the run, the
    // page kept before and after each of them a tenth.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
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
