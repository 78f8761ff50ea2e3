import { assert } from '#base/assert.ts'

/** A value that travels beside the statement, never inside it. The same object used twice takes one number. */
interface Bound {
  readonly bound: unknown
}

/** A piece of SQL: text and bound values in turn. Made only by `sql`, `identifier`, `keyLiteral` and `join`. */
export interface Sql {
  readonly parts: readonly (string | Bound)[]
}

export interface Statement {
  text: string
  values: unknown[]
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'parts' in value && Array.isArray(value.parts)

/** Writes SQL. What is interpolated is another piece of SQL or becomes a bound value: ``sql`${price} < ${5}::int` ``. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  const parts: (string | Bound)[] = []
  texts.forEach((text, index) => {
    parts.push(text)
    if (index >= values.length) return
    const value = values[index]
    if (isSql(value)) parts.push(...value.parts)
    else parts.push({ bound: value })
  })
  return { parts }
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

/** Pieces with a separator between them: `join([a, b], ' and ')`. The separator is a constant of our own code. */
export function join(pieces: readonly Sql[], separator: ', ' | ' and ' | ' or ' | ' || ' | ' '): Sql {
  return {
    parts: pieces.flatMap((piece, index) => (index === 0 ? piece.parts : [separator, ...piece.parts])),
  }
}

/** The finished statement, values numbered in order of appearance: `{text: 'a < $1::int', values: [5]}`. */
export function toStatement(piece: Sql): Statement {
  const numbers = new Map<Bound, number>()
  const values: unknown[] = []
  let text = ''
  for (const part of piece.parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    let number = numbers.get(part)
    if (number === undefined) {
      number = values.push(part.bound)
      numbers.set(part, number)
    }
    text += `$${number}`
  }
  return { text, values }
}
