import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allPlanted } from '../support/plant-leak.ts'

// The rows of the list of attacks that stop a release, and the tables that say where each is tried and how its test was seen
// to fail. `ATTACK_LIST` names the list itself: then nothing may be missing in ours.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'tests/security')
const page = (name: string): string => readFileSync(join(folder, name), 'utf8')
const idPattern = /\b[A-Z]{2}-\d{2}\b/g

const rowsOf = (word: string): string[] =>
  page('README.md')
    .split('\n')
    .filter((line) => line.startsWith(`${word} `))
    .flatMap((line) => line.match(idPattern) ?? [])

/** Areas of which every row with a star stops a release, and the rows of others that do too, as the page says them. */
const whole = rowsOf('Gates')
const gates = [...whole, ...rowsOf('Also')]

interface Line {
  file: string
  ids: string[]
  tests: string
  seen: string
}

const lines: Line[] = readdirSync(folder).flatMap((file) =>
  page(file)
    .split('\n')
    .filter((line) => /^\| *[A-Z]{2}-\d{2}/.test(line))
    .map((line) => {
      const [, row = '', tests = '', ...seen] = line.split('|').map((cell) => cell.trim())
      return { file, ids: row.match(idPattern) ?? [], tests, seen: seen.join(' ').trim() }
    }),
)

function* testFiles(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* testFiles(join(path, entry.name))
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield join(path, entry.name)
  }
}

const texts = ['tests', 'src', 'e2e']
  .flatMap((room) => [...testFiles(join(root, room))])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

describe('the list of attacks', () => {
  it('has a line for every row that stops a release, whose test was seen to fail', () => {
    expect(gates.length).toBeGreaterThan(50)
    const seen = new Set(lines.filter(({ seen: how }) => /[a-z]{3}/.test(how)).flatMap(({ ids }) => ids))
    expect(gates.filter((id) => !seen.has(id))).toEqual([])
  })

  it('names tests that are there, and whose title names the row', () => {
    expect(
      gates.filter((id) => !new RegExp(`\\b(?:it|test|describe|expect)[^\\n]*\\b${id}\\b`).test(texts)),
    ).toEqual([])
    const named = lines.flatMap(({ tests }) => tests.match(/[\w/.-]+\.(?:test|spec)\.tsx?/g) ?? [])
    expect(named.filter((file) => file.includes('/') && !existsSync(join(root, file)))).toEqual([])
  })

  it('tells of every fault that is planted, and of none that is not', () => {
    const told = lines.flatMap(({ ids, seen }) =>
      [...seen.matchAll(/“([^”]+)”/g)].map(([, name]) => ({ ids, name })),
    )
    const names = new Set(allPlanted.map(({ name }) => name))
    expect(told.filter(({ name }) => !names.has(name ?? ''))).toEqual([])
    for (const { name, rows = [] } of allPlanted)
      for (const row of rows)
        expect(
          told.some((one) => one.name === name && one.ids.includes(row)),
          `${row}: ${name}`,
        ).toBe(true)
  })

  it.skipIf(!process.env['ATTACK_LIST'])('has every row of the list that is given', () => {
    const given = readFileSync(process.env['ATTACK_LIST'] ?? '', 'utf8')
    const areas = new Set(whole.map((id) => id.slice(0, 2)))
    const wanted = [...given.matchAll(/^\| ([A-Z]{2}-\d{2})★ /gm)].map(([, id = '']) => id)
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter((id) => areas.has(id.slice(0, 2)) && !gates.includes(id))).toEqual([])
    const isNamed = (id: string): boolean =>
      new RegExp(`\\[${id}\\]|\\b(?:it|test|describe|expect)[^\\n]*\\b${id}\\b`).test(texts)
    const isExplained = (id: string): boolean =>
      lines.some(({ ids, tests, seen }) => ids.includes(id) && tests === '–' && seen.length > 20)
    const rows = [...given.matchAll(/^\| ([A-Z]{2}-\d{2})★? \|/gm)].map(([, id = '']) => id)
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter((id) => !isNamed(id) && !isExplained(id))).toEqual([])
  })
})
