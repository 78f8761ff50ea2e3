import { element, type XmlPart } from '#base/xml/write-xml.ts'
import { deepText, elementAt, elementsIn, type XmlElement } from '#base/xml/read-xml.ts'

/** Elements that stand on lines of their own, and those that only hold such. */
const lines = new Set(['p', 'div', 'li', 'tr'])
const holders = new Set(['Text', 'TextOutlTxt', 'ul', 'ol', 'table'])

/** Formatted text as plain lines. */
export function wordsIn(from: XmlElement): string {
  return collect(from, '')
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .join('\n')
    .trim()
}

function collect(from: XmlElement, before: string): string {
  let words = before
  for (const child of from.children) {
    if (typeof child === 'string') words += inText(from) ? child.replaceAll(/\s+/g, ' ') : ''
    else if (child.name === 'br') words += '\n'
    else if (child.name === 'td') words += `${deepText(child).trim()} `
    else {
      const block = lines.has(child.name) || holders.has(child.name)
      if (block && words !== '' && !words.endsWith('\n')) words += '\n'
      words = collect(child, words)
      if (lines.has(child.name)) words += '\n'
    }
  }
  return words
}

// Between blocks there is nothing but the indentation of the file.
const inText = ({ name }: XmlElement): boolean => !holders.has(name) && name !== 'tr'

/** The long text of a description. */
export function detailText(description: XmlElement | undefined): string | null {
  const detail = elementAt(description, 'CompleteText', 'DetailTxt') ?? elementAt(description, 'DetailTxt')
  return detail ? partsOf(detail) : null
}

/** The short text of a description. */
export function outlineText(description: XmlElement | undefined): string | null {
  const outline =
    elementAt(description, 'CompleteText', 'OutlineText', 'OutlTxt') ??
    elementAt(description, 'OutlineText', 'OutlTxt') ??
    elementAt(description, 'OutlTxt')
  return outline ? (partsOf(outline)?.replaceAll('\n', ' ') ?? null) : null
}

function partsOf(parent: XmlElement): string | null {
  const words = elementsIn(parent)
    .filter(({ name }) => name !== 'Style' && name !== 'attachment')
    .map(wordsIn)
    .filter((part) => part !== '')
  return words.join('\n') || null
}

/** Plain lines as formatted text. */
export const paragraphs = (text: string): XmlPart[] =>
  text.split('\n').map((line) => element('p', [element('span', line)]))

/** A description with its long and short text. The long one says everything, the short one what it is about. */
export const descriptionOf = (title: string, text: string | null): XmlPart =>
  element('Description', [
    element('CompleteText', [
      element('DetailTxt', [element('Text', paragraphs(text ?? title))]),
      element('OutlineText', [
        element('OutlTxt', [element('TextOutlTxt', [element('p', [element('span', title)])])]),
      ]),
    ]),
  ])
