import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { plantLeak } from './tests/support/plant-leak.ts'

// `unit` is pure and fast (a .test.tsx names its environment itself: `// @vitest-environment jsdom`);
// `pg` talks to a real database server, one for the whole run.
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [plantLeak(process.env['LEAK'])],
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/{architecture,features}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/patient-waits.ts'],
          // Left alone, one processor would be kept free for an editor that nobody has open.
          maxWorkers: availableParallelism(),
          testTimeout: 20_000,
        },
      },
      {
        plugins: [plantLeak(process.env['LEAK'])],
        test: {
          name: 'pg',
          include: ['tests/api/**/*.pg.test.ts'],
          // The embedded server has been tried by the run on itself; another server adds nothing to that.
          exclude: [
            ...configDefaults.exclude,
            ...(process.env['TEST_DATABASE_URL'] ? ['tests/api/embedded-database.pg.test.ts'] : []),
          ],
          globalSetup: ['tests/support/global-setup.ts'],
          maxWorkers: 2,
          // Files keep apart by their databases; loading the whole server anew for each takes a second and a half.
          isolate: false,
          testTimeout: 30_000,
          retry: process.env['CI'] === undefined ? 0 : 1,
          hookTimeout: 60_000,
          // What comes by another way than the answer comes in its time: here two files and a database share the machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
