/** A pattern such as `EST-{yyyy}-{0000}`, taken apart. */
type NumberingPart =
  | { kind: 'text'; text: string }
  | { kind: 'date'; token: DateToken }
  | { kind: 'counter'; digits: number }

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
