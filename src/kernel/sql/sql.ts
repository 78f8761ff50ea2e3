import { assert } from '#base/assert.ts'

/** A value that travels beside the statement, never inside it. The same object used twice takes one number. */
interface Bound {
  readonly bound: unknown
}

/** A piece of SQL: text and bound values in turn. Made only by `sql`, `identifier`, `keyLiteral` and `join`. */
export interface Sql {
  readonly parts: readonly (string | Bound)[]
}

/**
 * What we know of a statement and the planner does not. `lookup`: it finds few records by their keys, so one plan serves
 * whatever the values are · `ordered`: so it does for a list without conditions, by the index that has its order ·
 * `unsorted`: there is much to find, so that an index in the order that is asked for is better than to sort · `whole`: it
 * goes through all that there is, so a hash of the groups is better too, and helpers are worth their start.
 */
export type Plan = 'lookup' | 'ordered' | 'unsorted' | 'whole'

export interface Statement {
  text: string
  values: unknown[]
  plan?: Plan
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'parts' in value && Array.isArray(value.parts)

/** Writes SQL. What is interpolated is another piece of SQL or becomes a bound value: ``sql`${price} < ${5}::int` ``. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  const parts: (string | Bound)[] = [texts[0] ?? '']
  values.forEach((value, index) => {
    if (isSql(value)) append(parts, value.parts)
    else parts.push({ bound: value })
    append(parts, [texts[index + 1] ?? ''])
  })
  return { parts }
}

// Texts that meet become one, so that a large statement stays a short list.
function append(parts: (string | Bound)[], more: readonly (string | Bound)[]): void {
  for (const part of more) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
}

/** Nothing. */
export const empty: Sql = { parts: [] }

const identifierPattern = /^[a-z_][a-z0-9_]{0,62}$/

/** A table, column or alias that our own code names, quoted: `identifier('app', 'objects')` → `"app"."objects"`. */
export function identifier(...names: string[]): Sql {
  for (const name of names) assert(identifierPattern.test(name), 'an SQL identifier is written by us')
  return { parts: [names.map((name) => `"${name}"`).join('.')] }
}

/**
 * A field's key as a text literal. A literal and not a bound value, so that `group by` sees equal expressions and equal
 * questions give equal statements; the pattern leaves no character that could end the literal.
 */
export function keyLiteral(key: string): Sql {
  assert(/^[a-z][a-z0-9_]{0,62}$/.test(key), 'a key is checked before it comes here')
  return { parts: [`'${key}'`] }
}

/** A name chosen by a reader's own question (a path such as `supplier.name`) as a text literal. */
export function nameLiteral(name: string): Sql {
  assert(/^[a-z0-9_]+(\.[a-z0-9_]+)*$/.test(name), 'a name is resolved before it comes here')
  return { parts: [`'${name}'`] }
}

/**
 * Any text as a literal, for where nothing can be bound. Everything but plain letters and digits is written by its number,
 * so no character could end the literal: `sent – 50 %` → `U&'sent \\+002013 50 \\+000025'`.
 */
export const textLiteral = (text: string): Sql => ({
  parts: [
    `U&'${text.replaceAll(
      /[^A-Za-z0-9 _-]/gu,
      (character) => `\\+${(character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}`,
    )}'`,
  ],
})

/** Pieces with a separator between them: `join([a, b], ' and ')`. The separator is a constant of our own code. */
export function join(pieces: readonly Sql[], separator: ', ' | ' and ' | ' or ' | ' || ' | ' '): Sql {
  const parts: (string | Bound)[] = []
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) append(parts, [separator])
    append(parts, piece.parts)
  }
  return { parts }
}

/** The finished statement, values numbered in order of appearance: `{text: 'a < $1::int', values: [5]}`. */
export function toStatement(piece: Sql): Statement {
  const numbers = new Map<Bound, number>()
  const values: unknown[] = []
  // Joined, not added up: what was added up is put together only when it is looked for by its text, and slowly.
  const texts: string[] = []
  for (const part of piece.parts) {
    if (typeof part === 'string') {
      texts.push(part)
      continue
    }
    let number = numbers.get(part)
    if (number === undefined) {
      number = values.push(part.bound)
      numbers.set(part, number)
    }
    texts.push(`$${number}`)
  }
  return { text: texts.join(''), values }
}
