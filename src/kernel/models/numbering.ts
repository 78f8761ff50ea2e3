/** A pattern such as `EST-{yyyy}-{0000}`, taken apart. */
type NumberingPart =
  | { kind: 'text'; text: string }
  | { kind: 'date'; token: DateToken }
  | { kind: 'counter'; digits: number }

// What a double counts without gaps.
const mostDigits = 15

const dateTokens = ['yyyy', 'yy', 'mm', 'dd'] as const
type DateToken = (typeof dateTokens)[number]

/**
 * Reads a numbering pattern: text, `{yyyy}` `{yy}` `{mm}` `{dd}` for the day it is given, and exactly one counter whose
 * zeros say how many digits it has at least (`{0000}`).
 */
export function readNumbering(pattern: string): { parts: NumberingPart[] } | { problem: string } {
  const parts: NumberingPart[] = []
  for (const piece of pattern.split(/(\{[^{}]*\})/)) {
    if (piece === '') continue
    const token = piece.startsWith('{') ? piece.slice(1, -1) : null
    if (token === null) {
      if (/[{}]/.test(piece)) return { problem: 'A bracket is not closed.' }
      parts.push({ kind: 'text', text: piece })
    } else if (/^0{1,12}$/.test(token)) parts.push({ kind: 'counter', digits: token.length })
    else if ((dateTokens as readonly string[]).includes(token))
      parts.push({ kind: 'date', token: token as DateToken })
    else
      return {
        problem: `There is no {${token}}. Known: {yyyy}, {yy}, {mm}, {dd} and a counter such as {0000}.`,
      }
  }
  const counters = parts.filter(({ kind }) => kind === 'counter').length
  return counters === 1 ? { parts } : { problem: 'Write exactly one counter, such as {0000}.' }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/**
 * Which counter a number of a pattern came from, and how far that was: `EST-2025-0007` → `{ series: 'EST-2025-{0}', count: 7 }`.
 * Null for a text that the pattern never writes: no number that is given can ever be the same.
 */
export function readNumber(pattern: string, text: string): { series: string; count: number } | null {
  const read = readNumbering(pattern)
  if ('problem' in read) return null
  const { parts } = read
  const shape = parts.map((part) => {
    if (part.kind === 'text') return `(${escaped(part.text)})`
    return part.kind === 'date' ? `(\\d{${part.token.length}})` : `(\\d{${part.digits},${mostDigits}})`
  })
  const found = new RegExp(`^${shape.join('')}$`).exec(text)
  if (!found) return null
  const pieces = found.slice(1)
  const at = parts.findIndex(({ kind }) => kind === 'counter')
  const digits = pieces[at] ?? ''
  const { digits: least } = parts[at] as { digits: number }
  // 00012 is no number of {000}: the counter writes zeros only up to its places.
  if (Number(digits) === 0 || (digits.length > least && digits.startsWith('0'))) return null
  return { series: pieces.with(at, '{0}').join(''), count: Number(digits) }
}

/**
 * How numbers of a pattern look on one day: `series` names the counter (everything but the counter itself, so a counter
 * begins anew with a new year when the pattern names it), `write(7)` → `EST-2026-0007`. `day` is `2026-03-01`. Throws
 * nothing: a pattern that cannot be read counts plainly, because records must still be made.
 */
export function numberSeries(
  pattern: string,
  day: string,
): { series: string; write: (count: number) => string } {
  const read = readNumbering(pattern)
  const parts: NumberingPart[] = 'parts' in read ? read.parts : [{ kind: 'counter', digits: 1 }]
  const [yyyy = '', mm = '', dd = ''] = day.split('-')
  const dates: Record<DateToken, string> = { yyyy, yy: yyyy.slice(-2), mm, dd }
  const fill = (counter: (digits: number) => string): string =>
    parts
      .map((part) =>
        part.kind === 'text' ? part.text : part.kind === 'date' ? dates[part.token] : counter(part.digits),
      )
      .join('')
  return {
    series: fill(() => '{0}'),
    write: (count) => fill((digits) => String(count).padStart(digits, '0')),
  }
}
