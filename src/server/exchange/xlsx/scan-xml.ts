/** An element as it stands in a text: where, what its tag holds, and what is in it. */
export interface Found {
  start: number
  end: number
  tag: string
  inside: string
}

const opened = new Map<string, RegExp>()

function openingOf(name: string): RegExp {
  const known = opened.get(name) ?? new RegExp(`<(\\w+:)?${name}(?=[\\s/>])`, 'g')
  opened.set(name, known)
  return known
}

interface Opened {
  start: number
  prefix: string
  tag: string
  /** Behind the tag. */
  after: number
}

function* openings(xml: string, name: string): Generator<Opened, void, number | undefined> {
  const opening = openingOf(name)
  for (let at = 0; ;) {
    opening.lastIndex = at
    const found = opening.exec(xml)
    if (!found) return
    const behind = found.index + found[0].length
    const end = xml.indexOf('>', behind)
    if (end === -1) return
    const tag = xml.slice(behind, end)
    at = (yield { start: found.index, prefix: found[1] ?? '', tag, after: end + 1 }) ?? end + 1
  }
}

/** The tags of a name, what is in each; an empty text where they hold nothing. */
export const tagsNamed = (xml: string, name: string): string[] =>
  [...openings(xml, name)].map(({ tag }) => tag)

/**
 * The elements of a name that are whole, one after another, none inside another. Every letter is looked at once or twice,
 * whatever stands there: a pattern that looks for the end of an element would begin anew at each that has none.
 */
export function* elementsNamed(xml: string, name: string): Generator<Found> {
  const tags = openings(xml, name)
  for (let next = tags.next(); !next.done;) {
    const { start, prefix, tag, after } = next.value
    if (tag.endsWith('/')) {
      yield { start, end: after, tag: tag.slice(0, -1), inside: '' }
      next = tags.next(after)
      continue
    }
    const close = `</${prefix}${name}>`
    const end = xml.indexOf(close, after)
    if (end === -1) return
    yield { start, end: end + close.length, tag, inside: xml.slice(after, end) }
    next = tags.next(end + close.length)
  }
}

/** What is in the first element of a name; undefined where there is none. */
export function insideOf(xml: string, name: string): string | undefined {
  for (const { inside } of elementsNamed(xml, name)) return inside
  return undefined
}
