import { SaxesParser } from 'saxes'
import { AppError } from '../app-error.ts'

/** An element by its local name, whatever namespace it is in. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlElement | string)[]
}

/** Far more than any file of the trade has, far less than what fills the memory. */
const limits = { depth: 200, elements: 2_000_000, attributes: 50 }

const refuse = (message: string): AppError => new AppError('invalid', message)

/**
 * Reads XML into elements. What declares entities is refused before it is read any further, so none is ever expanded or
 * fetched. Throws `invalid` that says what is wrong and where.
 * @example readXml('<a><b x="1">text</b></a>').children
 */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  const at = (): string => `line ${parser.line}`
  parser.on('doctype', () => {
    throw refuse('The file declares a document type or entities. Files of this kind have none.')
  })
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '')
    throw refuse(`The file is damaged or cut off (${at()}): ${message.slice(0, 200)}`)
  })
  // Counted while they are read: all of one tag's would be kept until it ends.
  let attributesOfTag = 0
  parser.on('opentagstart', () => void (attributesOfTag = 0))
  parser.on('attribute', () => {
    if (++attributesOfTag > limits.attributes) throw refuse(`An element has too many attributes (${at()}).`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name: localName(name), attributes: { ...attributes }, children: [] }
    if (++elements > limits.elements) throw refuse('The file has too many elements.')
    if (open.length >= limits.depth) throw refuse(`The file is nested too deeply (${at()}).`)
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const keep = (piece: string): void => void open.at(-1)?.children.push(piece)
  parser.on('text', keep)
  parser.on('cdata', keep)
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!root) throw refuse('The file is empty.')
  return root
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string'

/** The elements right inside, of one name or all. */
export const elementsIn = (parent: XmlElement | undefined, name?: string): XmlElement[] =>
  parent?.children.filter(
    (child): child is XmlElement => isElement(child) && (name === undefined || child.name === name),
  ) ?? []

/** The first element at a path of names. */
export function elementAt(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = parent
  for (const name of path) found = elementsIn(found, name)[0]
  return found
}

/** The text right inside the element at a path, trimmed; null where there is none. */
export function textAt(parent: XmlElement | undefined, ...path: string[]): string | null {
  const found = elementAt(parent, ...path)
  const text = found?.children
    .filter((child) => !isElement(child))
    .join('')
    .trim()
  return text ? text : null
}

/** All text in an element, however deep. */
export function deepText(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? deepText(child) : child)).join('')
}
