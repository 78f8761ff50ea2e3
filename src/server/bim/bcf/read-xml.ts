import { invalid } from '#base/app-error.ts'

/** An element of an XML file. Names stand without their namespace. */
export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
  /** All text directly in it, trimmed. */
  text: string
}

const deepest = 50
// A comment, a list of characters, an instruction, a closing or opening tag, or text up to the next tag.
const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Reads a small XML file of another program. Document types and entities of their own are refused, so that nothing outside
 * of the file is ever read and nothing grows. Throws 422 for anything that is no plain XML.
 */
export function readXml(text: string): XmlNode {
  const top: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  token.lastIndex = 0
  const source = text.replace(/^\ufeff/, '')
  while (token.lastIndex < source.length) {
    const found = token.exec(source)
    if (!found) throw notXml()
    const [, characters, closed, opened, attributes = '', single, words] = found
    const at = open.at(-1) ?? top
    if (characters !== undefined) at.text += characters
    else if (words !== undefined) at.text += plain(words)
    else if (closed !== undefined) {
      if (open.length === 1 || open.pop()?.name !== local(closed)) throw notXml()
      at.text = at.text.trim()
    } else if (opened !== undefined) {
      const node: XmlNode = {
        name: local(opened),
        attributes: attributesOf(attributes),
        children: [],
        text: '',
      }
      at.children.push(node)
      if (single === '') open.push(node)
      if (open.length > deepest) throw notXml()
    }
  }
  const [root, ...more] = top.children
  if (!root || more.length > 0 || open.length > 1) throw notXml()
  return root
}

/** The first element of that name within one, following the names: `childOf(markup, 'Topic', 'Title')`. */
export function childOf(node: XmlNode | undefined, ...names: string[]): XmlNode | undefined {
  let at = node
  for (const name of names) at = at?.children.find((child) => child.name === name)
  return at
}

const notXml = () => invalid([{ path: 'file', code: 'xml', message: 'The file is not plain XML.' }])
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (_all, hex?: string, number?: string, name = '') => {
      const code = hex !== undefined ? parseInt(hex, 16) : number !== undefined ? Number(number) : null
      if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
      const character = named[String(name).toLowerCase()]
      if (character === undefined) throw notXml()
      return character
    },
  )

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      local(name),
      plain(double ?? single ?? ''),
    ]),
  )
