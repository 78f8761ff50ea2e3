/** What an element holds: text, elements in their order, or nothing where it is left out. */
export type XmlContent = string | readonly XmlPart[]
export type XmlPart = XmlNode | null

export interface XmlNode {
  name: string
  attributes?: Readonly<Record<string, string>>
  content: XmlContent
}

/** An element; left out (null) where the content is null. */
export const element = (
  name: string,
  content: XmlContent | null,
  attributes?: Readonly<Record<string, string>>,
): XmlPart => (content === null ? null : { name, content, ...(attributes && { attributes }) })

// XML 1.0 has no place for most control characters.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

/**
 * A document in UTF-8, one element a line.
 * @param remarks comments at its head
 */
export function writeXml(root: XmlNode, remarks: readonly string[] = []): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  for (const remark of remarks)
    lines.push(`<!-- ${remark.replaceAll(forbidden, '').replaceAll(/-(?=-)/g, '- ')} -->`)
  write(root, '', lines)
  return `${lines.join('\n')}\n`
}

function write({ name, attributes = {}, content }: XmlNode, indent: string, lines: string[]): void {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${given.join('')}`
  if (typeof content === 'string') return void lines.push(`${start}>${escaped(content)}</${name}>`)
  const parts = content.filter((part) => part !== null)
  if (parts.length === 0) return void lines.push(`${start}/>`)
  lines.push(`${start}>`)
  for (const part of parts) write(part, `${indent}  `, lines)
  lines.push(`${indent}</${name}>`)
}
