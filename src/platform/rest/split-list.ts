import { cannotParse } from './rest-error.ts'

/** The parts of a list, at the commas outside of brackets and quotes: `a,b(c,d),"e,f"` → `a`, `b(c,d)`, `"e,f"`. */
export function splitList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let part = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quoted && sign === '\\') {
      part += sign + text.charAt(at + 1)
      at += 1
      continue
    }
    // Inside of a value that began without one, a quote is a sign like any other.
    if (sign === '"' && (quoted || /^$|[,(.:]/.test(text.charAt(at - 1)))) quoted = !quoted
    else if (!quoted && sign === '(') depth += 1
    else if (!quoted && sign === ')') depth -= 1
    if (depth < 0) throw cannotParse(`failed to parse (${text}): a bracket too many`)
    if (sign === ',' && depth === 0 && !quoted) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  if (depth > 0 || quoted) throw cannotParse(`failed to parse (${text}): a bracket or quote is open`)
  return text === '' ? [] : [...parts, part]
}

/** A value without the quotes around it: `"a,\"b\""` → `a,"b"`. */
export const unquote = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
    : text
