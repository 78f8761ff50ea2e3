import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimal, decimalText } from '#base/decimal.ts'
import type { AggregateFunction } from '#contracts/field-types.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import type { Query, QueryResult, Row, Where } from '#contracts/query.ts'
import { makeSampleWorld, sampleKeys, type SampleWorld } from '../support/sample-world.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: SampleWorld
let description: ModelDescription
/** Before every value was taken away or changed. */
let then: string

// `a`, `b` and `e` (empty) are as they are; `x`, `y` and `z` had the same values and have others now.
const names = { now: ['a', 'b', 'e'], past: ['x', 'y', 'z'] }
type Time = keyof typeof names

beforeAll(async () => {
  server = await startTestServer()
  world = await makeSampleWorld(server)
  const { made, call, valuesOf } = world
  const past: Row[] = []
  for (const list of [names.now, names.past]) {
    const [a, b, e] = list
    const rows = [
      await made('/api/records/thing', { name: a, ...valuesOf('a') }),
      await made('/api/records/thing', { name: b, ...valuesOf('b') }),
      await made('/api/records/thing', { name: e }),
    ]
    if (list === names.past) past.push(...rows)
  }
  await new Promise((done) => setTimeout(done, 5))
  then = new Date().toISOString()
  await new Promise((done) => setTimeout(done, 5))
  // A status goes one way only and is not emptied.
  const nothing = Object.fromEntries(Object.keys(valuesOf('a')).map((key) => [key, null]))
  const { status: _status, ...first } = valuesOf('a')
  for (const [row, values] of [
    [past[0], { ...nothing, status: valuesOf('b')['status'] }],
    [past[1], first],
    [past[2], valuesOf('b')],
  ] as const) {
    const { status, body } = await call.patch(`/api/records/thing/${String(row?.['id'])}`, values)
    expect(status, JSON.stringify(body)).toBe(200)
  }
  description = (await call.get('/api/models/thing/description')).body as ModelDescription
})
afterAll(() => server.stop())

describe.each(['now', 'past'] as const)('questions about every type of field (%s)', (time) => {
  it.each(sampleKeys)('[EX-11] %s: is listed', async (key) => {
    const { rows } = await ask(time, { fields: ['name', key], sort: [{ field: 'name', dir: 'asc' }] })
    const { a, b } = world.sampleOf(key)
    const [first, second, third] = rows.map((row) => row[key] ?? null)
    if (world.isAssigned(key)) expect([first, second, third]).toEqual(numbers(time))
    else expect([first, second, third]).toEqual([a, b, null])
  })

  it.each(sampleKeys)('%s: answers every operator it has', async (key) => {
    const { asked } = world.sampleOf(key)
    if (!world.isAssigned(key))
      expect(new Set(asked.map(([op]) => op))).toEqual(new Set(fieldOf(key).operators))
    const [a] = numbers(time)
    const questions = world.isAssigned(key)
      ? ([
          ['eq', a, 'a'],
          ['ne', a, 'be'],
          ['gt', a, 'be'],
          ['empty', true, ''],
          ['starts', 'EST-', 'abe'],
        ] as const)
      : asked
    for (const [op, value, found] of questions) {
      const { rows } = await ask(time, { fields: ['name'] }, { field: key, op, value })
      expect(letters(time, rows).toSorted().join(''), `${key} ${op} ${JSON.stringify(value)}`).toBe(found)
    }
  })

  it.each(sampleKeys)('%s: sorts both ways with what is empty last', async (key) => {
    const { sortable, type, many } = fieldOf(key)
    const order = async (field: string, dir: 'asc' | 'desc') =>
      letters(time, (await ask(time, { fields: ['name'], sort: [{ field, dir }] })).rows).join('')
    if ((type === 'user' && !many) || key === 'relation') {
      // A link has the order of what it leads to.
      const path = `${key}.${type === 'user' ? 'email' : 'title'}`
      const { rows } = await ask(time, { fields: ['name', path], sort: [{ field: path, dir: 'asc' }] })
      const [first, second] = rows.map((row) => String(row[path]))
      expect([first, second]).toEqual([first, second].toSorted())
      const up = letters(time, rows).join('')
      expect(up).toMatch(/^(ab|ba)e$/)
      expect(await order(path, 'desc')).toBe(up === 'abe' ? 'bae' : 'abe')
    } else if (sortable) {
      expect(await order(key, 'asc')).toBe('abe')
      expect(await order(key, 'desc')).toBe(world.isAssigned(key) ? 'eba' : 'bae')
    }
  })

  it.each(sampleKeys)('%s: groups', async (key) => {
    if (!fieldOf(key).groupable) return
    const { rows } = await ask(time, { group: [key], aggregate: [{ fn: 'count', as: 'n' }] })
    const found = rows.map((row) => [row[key], row['n']])
    expect(found).toHaveLength(3)
    expect(found.every(([, count]) => count === 1)).toBe(true)
    expect(found.filter(([value]) => value === null)).toHaveLength(world.isAssigned(key) ? 0 : 1)
  })

  it.each(sampleKeys)('%s: gives every total it has', async (key) => {
    const { aggregates: known } = fieldOf(key)
    const { aggregates } = await ask(time, { aggregate: known.map((fn) => ({ fn, field: key, as: fn })) })
    const { a, b } = world.sampleOf(key)
    for (const fn of known) expect(aggregates?.[fn], fn).toEqual(totalOf(fn, key, time, a, b))
  })
})

const fieldOf = (key: string) => {
  const field = description.fields.find((one) => one.key === key)
  if (!field) throw new Error(`no field ${key}`)
  return field
}

async function ask(time: Time, more: Partial<Query>, where?: Where): Promise<QueryResult> {
  const here: Where = { field: 'name', op: 'in', value: names[time] }
  const query = {
    model: 'thing',
    where: where ? { and: [here, where] } : here,
    ...(time === 'past' && { as_of: then }),
    ...more,
  }
  const { body } = await world.call.post('/api/query', { queries: [query] })
  const [result] = (body as { results: QueryResult[] }).results ?? []
  if (!result?.rows) throw new Error(JSON.stringify(body))
  return result
}

/** `x` of the past is `a`, so that both times are expected alike. */
const letters = (time: Time, rows: readonly Row[]): string[] =>
  rows.map(({ name }) => names.now[names[time].indexOf(String(name))] ?? '?')

const numbers = (time: Time): string[] =>
  time === 'now' ? ['EST-0001', 'EST-0002', 'EST-0003'] : ['EST-0004', 'EST-0005', 'EST-0006']

function totalOf(fn: AggregateFunction, key: string, time: Time, a: unknown, b: unknown): unknown {
  const own = numbers(time)
  const isNumber = world.isAssigned(key)
  if (fn === 'count' || fn === 'count_distinct') return isNumber ? 3 : 2
  if (key === 'money_in')
    return [b, a].map((one) => trimmedMoney(one as { amount: string; currency: string }))
  if (fn === 'min') return isNumber ? own[0] : plain(a)
  if (fn === 'max') return isNumber ? own[2] : plain(b)
  const sum = decimal(a as string).plus(decimal(b as string))
  const text = decimalText(fn === 'sum' ? sum : sum.div(2))
  return typeof a === 'number' ? Number(text) : text
}

// Totals are written without zeros at the end.
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? decimalText(decimal(value)) : value
const trimmedMoney = ({ amount, currency }: { amount: string; currency: string }) => ({
  amount: decimalText(decimal(amount)),
  currency,
})
