import { defineConfig } from 'vitest/config'
import { plantLeak } from './tests/support/planted-leaks.ts'

// `unit` is pure and fast (a .test.tsx names its environment itself: `// @vitest-environment jsdom`);
// `pg` talks to a real database server, one for the whole run.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/{architecture,features}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/patient-waits.ts'],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [plantLeak(process.env['LEAK'])],
        test: {
          name: 'pg',
          include: ['tests/api/**/*.pg.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          maxWorkers: 2,
          testTimeout: 30_000,
          retry: process.env['CI'] === undefined ? 0 : 1,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
