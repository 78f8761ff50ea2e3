import { cannotParse } from './rest-error.ts'

// Where the value of a filter begins: `(a.eq.b,c.not.like(any).`
const beforeValue = /(?:^|[(,])(?:not\.)?\w+\.(?:not\.)?[a-z]+(?:\((?:any|all)\))?\.$/

/**
 * The parts of a list, at the commas outside of brackets and quotes: `a,b(c,d),"e,f"` → `a`, `b(c,d)`, `"e,f"`. In a list of
 * values a quote opens at the start of one; in a logic tree also where a value can begin inside of a filter, and lists in
 * other brackets are values of it: `a.cs.["b,c"],d.like(any).{e,f}`.
 */
export function splitList(text: string, kind: 'values' | 'tree' = 'values'): string[] {
  const parts: string[] = []
  let depth = 0
  let lists = 0
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
    if (sign === '"') {
      if (quoted || part === '' || (kind === 'tree' && /[,([{.:]$/.test(part))) quoted = !quoted
    } else if (!quoted) {
      if (sign === '(') depth += 1
      else if (sign === ')') depth -= 1
      else if (kind === 'tree' && /[[{]/.test(sign) && (lists > 0 || beforeValue.test(part))) lists += 1
      else if (/[\]}]/.test(sign) && lists > 0) lists -= 1
    }
    if (depth < 0) throw cannotParse(`failed to parse (${text}): a bracket too many`)
    if (sign === ',' && depth === 0 && lists === 0 && !quoted) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  if (depth > 0 || lists > 0 || quoted)
    throw cannotParse(`failed to parse (${text}): a bracket or quote is open`)
  return text === '' ? [] : [...parts, part]
}

/** A value without the quotes around it: `"a,\"b\""` → `a,"b"`. */
export const unquote = (text: string): string =>
  text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
    : text
