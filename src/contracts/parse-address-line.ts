import type { Address } from './address.ts'

const town = /^((?:[A-Z]{1,2}-)?\d[\dA-Z]{2,5}(?: \d[A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}) (\p{L}.*)$/u

/**
 * Reads one line in its parts: what stands before the postal code and town is street and addition, what stands behind is
 * region and country. A line without a postal code is the street line, whole.
 */
export function parseAddressLine(line: string): Address {
  const pieces = line
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  const at = pieces.findIndex((piece) => town.test(piece))
  const match = town.exec(pieces[at] ?? '')
  if (!match || at > 2 || pieces.length - at > 3) return line.trim() === '' ? {} : { street: line.trim() }
  const [street, extra] = pieces.slice(0, at)
  const behind = pieces.slice(at + 1)
  const [region, country] = behind.length === 2 ? behind : [undefined, behind[0]]
  return {
    ...(street === undefined ? {} : { street }),
    ...(extra === undefined ? {} : { extra }),
    postal_code: match[1] ?? '',
    city: match[2] ?? '',
    ...(region === undefined ? {} : { region }),
    ...(country === undefined ? {} : { country }),
  }
}
