import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from '#base/json.ts'
import { layoutPartSchema, shippedLayoutSchema } from '#contracts/layout-part.ts'
import { allParts } from '#features/all-features.ts'

type Nodes = Record<string, Record<string, Json>>
interface File {
  key: string
  takes?: string[]
  nodes: Nodes
  sources?: Record<string, Json>
}

const features = join(import.meta.dirname, '../../src/features')
const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => /[\\/]layouts[\\/][^\\/]+\.json$/.test(path))
  .map((path) => JSON.parse(readFileSync(join(features, path), 'utf8')) as File)
const parts = allParts as File[]
const lines = (value: Json): number => JSON.stringify(value, null, 2).split('\n').length

describe('what shipped screens have in common', () => {
  it('stands in parts that several of them take in', () => {
    expect(files.length).toBeGreaterThan(100)
    for (const part of parts) {
      expect(layoutPartSchema.safeParse(part).error, part.key).toBeUndefined()
      expect(files.filter(({ takes }) => takes?.includes(part.key)).length, part.key).toBeGreaterThan(1)
    }
    for (const file of files) expect(shippedLayoutSchema.safeParse(file).error, file.key).toBeUndefined()
  })

  it('is not said again by those that take it in', () => {
    const again = files.flatMap(({ key, takes = [], nodes }) =>
      parts
        .filter((part) => takes.includes(part.key))
        .flatMap((part) =>
          Object.entries(part.nodes).flatMap(([id, node]) =>
            saidAgain(node, nodes[id] ?? {}).map((what) => `${key}: ${id}.${what}`),
          ),
        ),
    )
    expect(again).toEqual([])
  })

  it('is not written twice: no node of thirty lines stands in two files', () => {
    const found = new Map<string, Set<string>>()
    for (const { key, nodes } of [...files, ...parts])
      for (const node of Object.values(nodes))
        if (lines(node) >= 30) {
          const text = canonicalJson(node)
          found.set(text, (found.get(text) ?? new Set()).add(key))
        }
    expect([...found.values()].filter((keys) => keys.size > 1).map((keys) => [...keys])).toEqual([])
  })
})

/** What a layout's own node says just as the part does, by its path. */
function saidAgain(part: Record<string, Json>, own: Record<string, Json>): string[] {
  return Object.entries(own).flatMap(([name, value]) => {
    const theirs = part[name]
    if (theirs === undefined) return []
    if (name !== 'props' && name !== 'slots' && name !== 'on')
      return canonicalJson(theirs) === canonicalJson(value) ? [name] : []
    const [one, other] = [theirs, value] as Record<string, Json>[]
    return Object.entries(other ?? {})
      .filter(([key, mine]) => one?.[key] !== undefined && canonicalJson(one[key]) === canonicalJson(mine))
      .map(([key]) => `${name}.${key}`)
  })
}
