import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExpressionTree } from '#contracts/expression.ts'
import { evaluateExpression, type EvaluateOptions } from './evaluate.ts'
import { ExpressionError } from './expression-error.ts'
import { allFunctions } from './functions/all-functions.ts'
import { matchPattern } from './match-pattern.ts'
import { parseExpression } from './parse.ts'

const clock = { now: () => new Date('2026-03-31T22:30:00Z') }
const run = (text: string, scope: Record<string, unknown> = {}, options: EvaluateOptions = {}): unknown =>
  evaluateExpression(parseExpression(text), scope, {
    clock,
    matches: matchPattern,
    functions: allFunctions,
    ...options,
  })

/** Of the processor, not of the clock: another program's work does not count. */
const millisecondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const problemOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof ExpressionError) return error.problem
    throw error
  }
  return 'none'
}

describe('values', () => {
  it.each([
    ['0.1 + 0.2', 0.3],
    ['1.10 * 3', 3.3],
    ['7 / 2', 3.5],
    ['1 / 3', 0.333333333333],
    ['1 / 0', null],
    ['-7 % 3', -1],
    ['2 * (3 + 4) - 1', 13],
    ['1 < 2 && !(2 < 1)', true],
    ['false || null', false],
    ['"a" + "b" + 1', 'ab1'],
    ['"1" + "2"', '12'],
    ['[1, 2] + [3]', [1, 2, 3]],
    ['2 in [1, 2.0]', true],
    ['"b" in {"b": 1}', true],
    ['[1, 2, 3].map(x, x > 1, x * 2)', [4, 6]],
    ['[1, 2].exists(x, x == 2) && [1, 2].all(x, x > 0)', true],
    ['[[1, 2], [3]].map(l, sum(l))', [3, 3]],
    ['12345678901234567890.12345', '12345678901234567890.12345'],
    ['true ? "a" : missing', 'a'],
    ['"007" == "7"', false],
    ['lookup({"DF": 52, "NF": 71}, "NF") * 2', 142],
    ['lookup({"DF": 52}, "NF")', null],
    ['lookup({"DF": 52}, "constructor")', null],
    ['lookup(null, "NF")', null],
  ])('%s', (text, expected) => {
    expect(run(text)).toEqual(expected)
  })

  it.each([
    ['item.price * item.qty', '31.5'],
    ['item.price + item.price', '21'],
    ['"Total " + item.price', 'Total 10.50'],
    ['item.price == 10.5', true],
    ['item.price > 9', true],
    ['item.price', '10.50'],
    ['item.qty * 2', 6],
    ['item.none * 2', null],
    ['item.none < 2', false],
    ['item.none.deeper', null],
    ['item.none == null', true],
    ['has(item.none) || has(item.price)', true],
    ['item["price"]', '10.50'],
    ['rows[0].n + rows[-1].n', 3],
    ['rows[9]', null],
    ['sum(rows.map(r, r.n))', 3],
    ['rows.filter(r, r.n > 1)', [{ n: 2 }]],
    ['{"id": item.qty}', { id: 3 }],
  ])('%s over data', (text, expected) => {
    expect(run(text, { item: { price: '10.50', qty: 3 }, rows: [{ n: 1 }, { n: 2 }] })).toEqual(expected)
  })

  it('orders text by code point', () => {
    expect(run('"z" < "ä"')).toBe(true)
    expect(run('"\uffee" < "😀"')).toBe(true)
    expect(run('sort(["b", "😀", "a", "\uffee"])')).toEqual(['a', 'b', '\uffee', '😀'])
  })
})

describe('functions', () => {
  it.each([
    ['round(2.345, 2)', 2.35],
    ['round(-2.5)', -3],
    ['floor(-1.2)', -2],
    ['ceil(1.2)', 2],
    ['int("12.9")', 12],
    ['min(3, 1, null, 2)', 1],
    ['max([3, 1])', 3],
    ['avg([1, 2])', 1.5],
    ['avg([])', null],
    ['count([1, null])', 1],
    ['size([1, null])', 2],
    ['size("😀a")', 2],
    ['"a,b".split(",").join("-")', 'a-b'],
    ['upper(trim(" a "))', 'A'],
    ['sqrt(3)', 1.732050807569],
    ['sqrt(0)', 0],
    ['sqrt(1.000000000001)', 1],
    ['sqrt(999999999999999999999999999999)', 1_000_000_000_000_000],
    ['sqrt(-1)', null],
    ['pow(1.03, 5)', 1.1592740743],
    ['pow(2, -2)', 0.25],
    ['pow(0, -1)', null],
    ['pow(10, 30)', null],
    ['pow(10, -40)', 0],
    ['substring("AB-😀23", 3)', '😀23'],
    ['substring("AB-😀23", 3, 5)', '😀2'],
    ['substring("AB", -4, 1)', 'A'],
    ['substring("AB", 5)', ''],
    ['substring(null, 1)', null],
    ['replace("aXbX", "X", "--")', 'a--b--'],
    ['"abc".contains("b") && ["x"].contains("x")', true],
    ['"abc".startsWith("ab") && endsWith("abc", "c")', true],
    ['matches("AB-12", "^[A-Z]+-[0-9]+$")', true],
    ['coalesce(null, "", "x")', ''],
    ['first([1]) + last([2])', 3],
    ['unique([1, 1, "1"])', [1, '1']],
    ['fixed(1.5, 2)', '1.50'],
    ['formatMoney("1234.5", "EUR")', '1234.50 EUR'],
    ['dateAdd("2026-01-31", 1, "month")', '2026-02-28'],
    ['dateAdd("2026-03-31T22:30:00Z", 2, "hours")', '2026-04-01T00:30:00.000Z'],
    ['daysBetween("2026-02-01", "2026-03-01")', 28],
    ['year("2026-02-01") + month("2026-02-01") + day("2026-02-01")', 2029],
    ['weekday("2026-11-21")', 6],
    ['format("2026-02-01", "DD.MM.YYYY")', '01.02.2026'],
    ['format("2026-02-01", "dd.MM.yyyy")', '01.02.2026'],
    ['format("2026-02-01", "dd.MM.yy")', '01.02.26'],
    ['today() + 7', '2026-04-07'],
    ['7 + today()', '2026-04-07'],
    ['today() - 31', '2026-02-28'],
    ['today() - "2026-03-01"', 30],
    ['"Due " + today()', 'Due 2026-03-31'],
    ['today()', '2026-03-31'],
  ])('%s', (text, expected) => {
    expect(run(text)).toEqual(expected)
  })

  it('takes the reader’s time zone for days', () => {
    expect(run('today()', {}, { timeZone: 'Europe/Zurich' })).toBe('2026-04-01')
    expect(run('format("2026-03-31T22:30:00Z", "DD.MM. HH:mm")', {}, { timeZone: 'Europe/Zurich' })).toBe(
      '01.04. 00:30',
    )
  })

  it('refuses a day that does not exist', () => {
    expect(problemOf(() => run('year("2026-02-30")'))).toBe('expression_type')
  })
})

describe('what must never happen', () => {
  it.each([
    'constructor',
    '__proto__',
    'toString',
    'a.constructor',
    'a["__proto__"]',
    'a["to" + "String"]',
    'a.b.valueOf',
  ])('[EX-01] %s is refused', (text) => {
    expect(problemOf(() => run(text, { a: { b: {} } }))).not.toBe('none')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('[EX-01] a function in the scope never gets out', () => {
    expect(problemOf(() => run('a.f', { a: { f: () => 1 } }))).toBe('expression_type')
    expect(problemOf(() => run('f', { f: () => 1 }))).toBe('expression_type')
    expect(problemOf(() => run('[1].map(x, l[0])', { l: [() => 1] }))).toBe('expression_type')
  })

  it('[EX-02] no key of an expression reaches a prototype', () => {
    expect(problemOf(() => run('{"__proto__": {"polluted": 1}}'))).not.toBe('none')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('[EX-04] refuses loops nested three deep and stops costly ones in time', () => {
    const list = Array.from({ length: 200 }, (_, at) => at)
    expect(problemOf(() => parseExpression('[1].map(a, [1].map(b, [1].map(c, c)))'))).toBe(
      'expression_too_expensive',
    )
    expect(run('[1].map(a, [2].map(b, a + b))')).toEqual([[3]])
    const three = 'l.map(a, l.map(b, l.map(c, a + b + c)))'
    expect(problemOf(() => run(three, { l: list }))).toBe('expression_too_expensive')
    const before = process.cpuUsage()
    expect(problemOf(() => run('l.map(a, l.map(b, a * b + a - b))', { l: list }))).toBe(
      'expression_too_expensive',
    )
    expect(millisecondsSince(before)).toBeLessThan(1000)
  })

  it('[EX-04] refuses texts and sources that grow without end', () => {
    const doubling = `${'replace('.repeat(30)}"a"${', "a", "aa")'.repeat(30)}`
    expect(problemOf(() => run(doubling))).toBe('expression_too_expensive')
    expect(problemOf(() => run(`${'('.repeat(1900)}1${')'.repeat(1900)}`))).toBe('expression_too_expensive')
    expect(problemOf(() => run(`1${'+1'.repeat(600)}`))).toBe('expression_too_expensive')
    expect(problemOf(() => run('1'.repeat(5000)))).toBe('expression_too_expensive')
  })

  it('[EX-05] patterns take linear time', () => {
    const before = process.cpuUsage()
    expect(run('matches(t, "^(a+)+$")', { t: `${'a'.repeat(5000)}!` })).toBe(false)
    expect(millisecondsSince(before)).toBeLessThan(1000)
    expect(problemOf(() => run('matches("a", "(")'))).toBe('expression_syntax')
  })

  it('[EX-16] only names that are there are known, never those of the scope object’s prototype', () => {
    expect(problemOf(() => run('hasOwnProperty', {}))).not.toBe('none')
    expect(problemOf(() => run('process', {}))).toBe('expression_unknown_name')
    expect(run('x', Object.assign(Object.create(null), { x: 1 }))).toBe(1)
    expect(run('a.inherited', { a: Object.create({ inherited: 1 }) as unknown })).toBeNull()
    expect(
      problemOf(() => run('inherited', Object.create({ inherited: 1 }) as Record<string, unknown>)),
    ).toBe('expression_unknown_name')
  })

  it('never throws anything but ExpressionError and never answers a function (2,000 random trees)', () => {
    const leaf: fc.Arbitrary<ExpressionTree> = fc.oneof(
      fc.constantFrom<ExpressionTree>(
        { op: 'name', name: 'data', at: 0 },
        { op: 'name', name: 'constructor', at: 0 },
        { op: 'value', value: null },
        { op: 'value', value: true },
      ),
      fc.string().map((value): ExpressionTree => ({ op: 'value', value })),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 })
        .map((value): ExpressionTree => ({
          op: 'number',
          value: value.toFixed(6),
        })),
    )
    const functions = [
      'sum',
      'round',
      'join',
      'split',
      'replace',
      'matches',
      'dateAdd',
      'format',
      'sort',
      'unique',
      'size',
      'avg',
      'fixed',
      'nothing',
    ]
    const signs = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in'] as const
    const { tree } = fc.letrec<{ tree: ExpressionTree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.record({
          op: fc.constant('member' as const),
          of: tie('tree'),
          key: fc.constantFrom('a', 'b', '__proto__', 'length'),
          at: fc.constant(0),
        }),
        fc.record({
          op: fc.constant('index' as const),
          of: tie('tree'),
          key: tie('tree'),
          at: fc.constant(0),
        }),
        fc.record({ op: fc.constant('list' as const), items: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({
          op: fc.constant('call' as const),
          fn: fc.constantFrom(...functions),
          args: fc.array(tie('tree'), { maxLength: 3 }),
          at: fc.constant(0),
        }),
        fc.record({
          op: fc.constant('unary' as const),
          sign: fc.constantFrom('!' as const, '-' as const),
          of: tie('tree'),
          at: fc.constant(0),
        }),
        fc.record({
          op: fc.constant('binary' as const),
          sign: fc.constantFrom(...signs),
          left: tie('tree'),
          right: tie('tree'),
          at: fc.constant(0),
        }),
        fc.record({
          op: fc.constant('if' as const),
          test: tie('tree'),
          // oxlint-disable-next-line unicorn/no-thenable -- a tree is data
          then: tie('tree'),
          else: tie('tree'),
        }),
        fc.record({
          op: fc.constant('each' as const),
          fn: fc.constantFrom('map' as const, 'filter' as const, 'all' as const, 'exists' as const),
          of: tie('tree'),
          item: fc.constant('x'),
          body: tie('tree'),
          at: fc.constant(0),
        }),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.jsonValue({ maxDepth: 3 }), (tree, data) => {
        try {
          const answer = evaluateExpression(tree, { data }, { steps: 5000, matches: matchPattern })
          expect(typeof answer).not.toBe('function')
          expect(answer).not.toBeUndefined()
          JSON.stringify(answer)
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error
        }
      }),
      { numRuns: 2000 },
    )
  })
})
