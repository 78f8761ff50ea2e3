import type { FindName } from '#expressions/formulas/check-types.ts'
import type { FormulaKind } from '#expressions/formulas/value-type.ts'
import { ExpressionError } from '#expressions/expression-error.ts'

/** Random numbers from a seed, the same each run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The fields generated formulas read. */
export const formulaFields: Record<string, Exclude<FormulaKind, 'empty'>> = {
  n: 'number',
  qty: 'number',
  'item.price': 'number',
  t: 'text',
  'item.code': 'text',
  b: 'boolean',
  d: 'date',
  e: 'date',
  at: 'datetime',
  until: 'datetime',
  l: 'list',
}

export const findFormulaField: FindName = (path, at) => {
  const kind = formulaFields[path.join('.')]
  if (!kind) throw new ExpressionError('expression_unknown_name', 'There is no such field.', at)
  return { input: path.join('.'), type: { kind } }
}

type Kind = Exclude<FormulaKind, 'empty'>
const kinds: Kind[] = ['number', 'text', 'boolean', 'date', 'datetime', 'list']

const numbers = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '0.1',
  '0.5',
  '1.005',
  '2.345',
  '100',
  '0.000000000001',
  '0.000000000000000001',
  '999999999999999999999999999999',
  '123456789012345678901234567890.123456789012345678',
  '7',
  '12',
  '31',
  '1e3',
  '365',
  '36525',
]
const texts = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'abc',
  ' ',
  '7',
  '007',
  '1.50',
  '1.5',
  '-2',
  'ä',
  'ß',
  '😀',
  '\uffee',
  '\u00a0x\u3000',
  'é',
  'e\u0301',
  'x,y',
  '%',
  '_',
  '\\\\',
]
const days = [
  '2026-01-31',
  '2024-02-29',
  '2025-02-28',
  '2026-12-31',
  '0001-01-01',
  '9999-12-31',
  '1900-03-01',
  '2026-06-15',
  '0099-05-31',
]
const moments = [
  '2026-03-31T22:30:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '2025-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.001Z',
  '2026-10-25T01:00:00.000Z',
]

/** Formulas and values from a seed: every kind of part, and what is stored when a field was once of another type. */
export class FormulaSource {
  private readonly random: () => number

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T
  }

  /** The text of a formula. */
  formula(): string {
    return this.part(this.pick(kinds), 1 + Math.floor(this.random() * 4))
  }

  private part(kind: Kind, depth: number): string {
    if (this.random() < 0.02) return 'null'
    if (depth <= 0 || this.random() < 0.15) return this.leaf(kind)
    const of = (inner: Kind): string => this.part(inner, depth - 1)
    if (this.random() < 0.15) return `(${of('boolean')} ? ${of(kind)} : ${of(kind)})`
    if (this.random() < 0.06) return `coalesce(${of(kind)}, ${of(kind)})`
    return this.pick(this.ways(of)[kind])()
  }

  private leaf(kind: Kind): string {
    const names = Object.keys(formulaFields).filter((name) => formulaFields[name] === kind)
    if (this.random() < 0.65 || kind === 'list') return this.pick(names)
    switch (kind) {
      case 'number':
        return this.pick(numbers)
      case 'boolean':
        return this.pick(['true', 'false'])
      case 'date':
        return this.pick(names)
      case 'datetime':
        return this.pick(names)
      default:
        return JSON.stringify(this.pick(texts))
    }
  }

  private ways(of: (kind: Kind) => string): Record<Kind, (() => string)[]> {
    const { random } = this
    const any = (): Kind => this.pick(['number', 'text', 'boolean', 'date', 'datetime'] as const)
    const pair = (kind: Kind, sign: string): string => `(${of(kind)} ${sign} ${of(kind)})`
    const places = (): string => String(Math.floor(random() * 19))
    const unit = (): string =>
      this.pick(['minutes', 'hours', 'day', 'days', 'weeks', 'month', 'months', 'year', 'years'])
    const order = ['<', '<=', '>', '>=', '==', '!=']
    const moment = (): Kind => this.pick(['date', 'datetime'] as const)
    return {
      number: [
        ...['+', '-', '*', '/', '%'].map((sign) => () => pair('number', sign)),
        () => `(-${of('number')})`,
        () => `${this.pick(['round', 'floor', 'ceil'])}(${of('number')}, ${places()})`,
        () => `${this.pick(['round', 'floor', 'ceil', 'abs', 'int'])}(${of('number')})`,
        () => `${this.pick(['min', 'max', 'sum', 'avg'])}(${of('number')}, ${of('number')}, ${of('number')})`,
        () => `number(${of(this.pick(['text', 'number'] as const))})`,
        () => `sqrt(${of('number')})`,
        () =>
          `pow(${of('number')}, ${this.pick(['0', '1', '2', '3', '-1', '-2', '7', '60', '-1000', of('number')])})`,
        () => `size(${of(this.pick(['text', 'list'] as const))})`,
        () => `${this.pick(['year', 'month', 'day', 'weekday'])}(${of(moment())})`,
        () => `daysBetween(${of(moment())}, ${of(moment())})`,
        () => `hoursBetween(${of(moment())}, ${of(moment())})`,
        () => pair('date', '-'),
      ],
      text: [
        () => `(${of('text')} + ${of(any())})`,
        () => `(${of(any())} + ${of('text')})`,
        () => `text(${of(any())})`,
        () => `trim(${of('text')})`,
        () => `replace(${of('text')}, ${of('text')}, ${of('text')})`,
        () => `substring(${of('text')}, ${this.pick(['0', '1', of('number')])})`,
        () => `substring(${of('text')}, ${of('number')}, ${this.pick(['1', '2', '4', of('number')])})`,
        () => `fixed(${of('number')}, ${places()})`,
        () => `join(${of('list')}, ${of('text')})`,
        () =>
          `format(${of(moment())}, ${JSON.stringify(this.pick(['DD.MM.YYYY', 'YYYY-MM HH:mm', 'MMMM', "D'D", '', 'dd.MM.yyyy', 'yyYYYY', 'd.M.yy', 'yyy']))})`,
      ],
      boolean: [
        () => `(${of('boolean')} ${this.pick(['&&', '||', '==', '!='])} ${of('boolean')})`,
        () => `!${of('boolean')}`,
        () => pair(this.pick(['number', 'text', 'date', 'datetime'] as const), this.pick(order)),
        () => `(${of('number')} in [${of('number')}, ${of('number')}])`,
        () => `(${of('text')} in [${of('text')}, ${of('text')}])`,
        () => `(${of('text')} in ${of('list')})`,
        () => `${this.pick(['startsWith', 'endsWith', 'contains'])}(${of('text')}, ${of('text')})`,
        () => `contains(${of('list')}, ${of('text')})`,
        () => `(${of(any())} == null)`,
      ],
      date: [
        () => `dateAdd(${of('date')}, ${of('number')}, "${unit()}")`,
        () => `(${of('date')} ${this.pick(['+', '-'])} ${of('number')})`,
      ],
      datetime: [() => `dateAdd(${of('datetime')}, ${of('number')}, "${unit()}")`],
      list: [() => this.leaf('list')],
    }
  }

  /** What a record might hold under a field's key. */
  value(kind: Kind): unknown {
    const chance = this.random()
    if (chance < 0.12) return null
    if (chance < 0.17)
      return this.pick<unknown>([
        'x',
        true,
        5,
        '1.50',
        ['a'],
        { a: 1 },
        '',
        '2026-13-45',
        'aaaa-bb-cc',
        '2026-02-30',
        '2026-02-30T10:00:00.000Z',
        'aaaaTaa',
        `${'9'.repeat(40)}`,
        '1e5',
        '--1',
      ])
    switch (kind) {
      case 'number':
        return chance < 0.4
          ? this.pick([0, 1, 2, 3.5, -7, 12.25, 1e14, 0.1, 42])
          : chance < 0.7
            ? this.pick(numbers.filter((text) => /^-?[0-9.]+$/.test(text)))
            : `${this.pick(['', '-'])}${Math.floor(this.random() * 10_000)}.${String(Math.floor(this.random() * 1000)).padStart(3, '0')}`
      case 'text':
        return JSON.parse(JSON.stringify(this.pick(texts))) as string
      case 'boolean':
        return chance < 0.55
      case 'date':
        return this.pick(days)
      case 'datetime':
        return this.pick(moments)
      default:
        return Array.from({ length: Math.floor(this.random() * 4) }, () =>
          this.pick<unknown>(['a', 'b', 'ä', '7', '', 3, null]),
        )
    }
  }

  /** A record's values by input name; some are missing. */
  values(): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(formulaFields).flatMap(([name, kind]) =>
        this.random() < 0.05 ? [] : [[name, this.value(kind)]],
      ),
    )
  }
}
