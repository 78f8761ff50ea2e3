import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'

interface Cruise {
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

const root = process.cwd()

/** Runs the plan of the house over a folder's `src` and returns what is against it. */
function cruise(folder: string): Cruise['summary']['violations'] {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [bin, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const run = (): string => {
    try {
      return execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
      })
    } catch (error) {
      // Violations make it exit with their number; the report is on standard output all the same.
      const { stdout } = error as { stdout?: string }
      if (!stdout) throw error
      return stdout
    }
  }
  return (JSON.parse(run()) as Cruise).summary.violations
}

// That every room looks only where it may is `npm run rooms`, a step of `npm test`: here it is shown to bite.
describe('the rooms of the house', { timeout: 60_000 }, () => {
  const planted = mkdtempSync(join(tmpdir(), 'formwork-rooms-'))
  afterAll(() => rmSync(planted, { recursive: true, force: true }))

  it('the guard bites: planted imports are caught, each by its rule', () => {
    // Enough of the house for what is planted to look into.
    for (const room of ['base', 'contracts', 'kernel/sql', 'platform'])
      cpSync(join(root, 'src', room), join(planted, 'src', room), { recursive: true })
    mkdirSync(join(planted, 'src/server'))
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
      cpSync(join(root, file), join(planted, file))
    // A link would be followed back to here; one real package is enough to plant.
    cpSync(join(root, 'node_modules/zod'), join(planted, 'node_modules/zod'), { recursive: true })
    const plant = (file: string, text: string) => writeFileSync(join(planted, 'src', file), text)
    plant(
      'contracts/planted.ts',
      `import type { Sql } from '#kernel/sql/sql.ts'\nexport type Planted = Sql\n`,
    )
    plant('base/planted.ts', `import { z } from 'zod'\nexport const planted = z.string()\n`)
    plant(
      'server/planted.ts',
      `import { startPlatform } from '#platform/start-platform.ts'\nexport const planted = startPlatform\n`,
    )
    plant('base/planted-a.ts', `import { b } from './planted-b.ts'\nexport const a = (): unknown => b\n`)
    plant('base/planted-b.ts', `import { a } from './planted-a.ts'\nexport const b = (): unknown => a\n`)
    const caught = new Set(
      cruise(planted)
        .filter(({ from }) => from.includes('planted'))
        .map(({ rule }) => rule.name),
    )
    for (const rule of [
      'contracts-sees-only-its-rooms',
      'base-uses-only-its-packages',
      'use-the-door',
      'no-cycles',
    ]) {
      expect(caught, rule).toContain(rule)
    }
  })
})
