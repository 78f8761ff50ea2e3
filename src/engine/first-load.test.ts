import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '..')
const entries = [
  'engine/engine-provider.tsx',
  'engine/routing/dynamic-router.tsx',
  'engine/data/hosted-service.ts',
  'engine/data/use-paged-query.ts',
  'engine/data/use-form-schema.ts',
  'engine/data/use-record-writes.ts',
]
const valueImport = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?'([^']+)'/gm

/** Everything a file loads at once: static imports of values, followed through the rooms. */
function loaded(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [join(source, entry)]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file) || !/\.tsx?$/.test(file)) continue
    files.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(valueImport)) {
      if (name.startsWith('#')) waiting.push(join(source, name.slice(1)))
      else if (name.startsWith('.')) waiting.push(resolve(dirname(file), name))
      else packages.add(name)
    }
  }
  return { files, packages }
}

describe('the first load', () => {
  it('holds no validator, no parser, no pattern engine and no service client', () => {
    for (const entry of entries) {
      const { files, packages } = loaded(entry)
      expect(files.size, entry).toBeGreaterThan(2)
      for (const heavy of [
        'zod',
        '@marcbachmann/cel-js',
        're2js',
        '@supabase/supabase-js',
        'sonner',
        'radix-ui',
      ]) {
        expect(
          [...packages].filter((name) => name.startsWith(heavy)),
          `${entry} loads ${heavy}`,
        ).toEqual([])
      }
    }
  })

  it('is told apart from what loads zod', () => {
    expect([...loaded('expressions/parse.ts').packages]).toContain('@marcbachmann/cel-js')
    expect([...loaded('contracts/layout.ts').packages]).toContain('zod')
  })
})
