import { decimal, isDecimalText } from '#base/decimal.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'

/** What a line of a condition asks of a field. */
export type Test = 'is' | 'is_not' | 'filled' | 'empty' | 'more' | 'less' | 'has'

/** One line of a condition in plain words: “Status · is · sent”. All lines have to hold. */
export interface ConditionLine {
  key: string
  test: Test
  value: unknown
}

/** The tests a field offers, the most useful first. */
export function testsFor(field: Pick<Field, 'type' | 'many' | 'currencies'>): Test[] {
  const { value, asked } = fieldTypeOf(field.type)
  if (field.many || value === 'list') return ['has', 'filled', 'empty']
  if (asked || value === 'json' || field.currencies || value === 'id') return ['filled', 'empty']
  if (value === 'boolean') return ['is']
  if (value === 'text') return ['is', 'is_not', 'filled', 'empty']
  return ['more', 'less', 'filled', 'empty']
}

/** The words of a test; English text is the translation key. */
export function testWords(test: Test, { type }: Pick<Field, 'type'>): string {
  const isDay = type === 'date' || type === 'datetime'
  if (isDay && test === 'more') return 'is on or after'
  return isDay && test === 'less' ? 'is before' : words[test]
}

const words: Record<Test, string> = {
  is: 'is',
  is_not: 'is not',
  filled: 'is filled in',
  empty: 'is empty',
  more: 'is at least',
  less: 'is less than',
  has: 'contains',
}

/** Whether a test asks for a value. */
export const takesValue = (test: Test): boolean => test !== 'filled' && test !== 'empty'

/** The lines as the expression that is stored: `status == "sent" && price >= 100`. Unfinished lines are left out. */
export const conditionText = (lines: readonly ConditionLine[], fields: KnownFields): string =>
  lines
    .map((line) => lineText(line, fields))
    .filter((text) => text !== null)
    .join(' && ')

type KnownFields = ReadonlyMap<string, Pick<Field, 'type' | 'many' | 'currencies'>>

function lineText({ key, test, value }: ConditionLine, fields: KnownFields): string | null {
  if (test === 'filled') return `${key} != null`
  if (test === 'empty') return `${key} == null`
  const kind = fieldTypeOf(fields.get(key)?.type ?? 'text').value
  const written = literal(value, kind === 'number' || kind === 'decimal')
  if (written === null) return null
  switch (test) {
    case 'is':
      return `${key} == ${written}`
    case 'is_not':
      return `${key} != ${written}`
    case 'more':
      return `${key} >= ${written}`
    case 'less':
      return `${key} < ${written}`
    case 'has':
      return `${written} in ${key}`
  }
}

// Decimals are written as numbers, so that they are compared as amounts; digits of a text stay a text.
function literal(value: unknown, numeric: boolean): string | null {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return decimal(value).toFixed()
  if (typeof value !== 'string' || value === '') return null
  return numeric && isDecimalText(value) ? value : JSON.stringify(value)
}

const part =
  /^(?:(?<no>!?)(?<bare>[a-z][a-z0-9_]*)(?= && |$)|(?<word>"(?:[^"\\]|\\.)*") in (?<list>[a-z][a-z0-9_]*)|(?<key>[a-z][a-z0-9_]*) (?<sign>==|!=|>=|<) (?<value>null|true|false|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"))(?: && |$)/

/** The lines an expression stands for; null when it was written by hand and says more than lines can. */
export function conditionLines(text: string, fields: KnownFields): ConditionLine[] | null {
  const lines: ConditionLine[] = []
  for (let rest = text.trim(); rest !== '';) {
    const match = part.exec(rest)
    const line = match?.groups && lineOf(match.groups)
    const field = line && fields.get(line.key)
    if (!match || !line || !field || !testsFor(field).includes(line.test)) return null
    // `done` alone is a condition only where it is yes or no.
    if (match.groups?.['bare'] !== undefined && field.type !== 'boolean') return null
    lines.push(line)
    rest = rest.slice(match[0].length)
  }
  return lines
}

function lineOf(groups: Record<string, string | undefined>): ConditionLine | null {
  const { bare, no, word, list, key = '', sign, value = '' } = groups
  if (bare !== undefined) return { key: bare, test: 'is', value: no !== '!' }
  if (word !== undefined && list !== undefined)
    return { key: list, test: 'has', value: JSON.parse(word) as unknown }
  if (value === 'null')
    return sign === '!=' || sign === '=='
      ? { key, test: sign === '==' ? 'empty' : 'filled', value: null }
      : null
  // Numbers stay text: nothing of a decimal is lost.
  const read: unknown = /^[-\d]/.test(value) ? value : (JSON.parse(value) as unknown)
  const test = ({ '==': 'is', '!=': 'is_not', '>=': 'more', '<': 'less' } as const)[sign ?? '']
  return test ? { key, test, value: read } : null
}
