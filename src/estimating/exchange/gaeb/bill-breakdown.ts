import { element, type XmlPart } from '#base/xml/write-xml.ts'
import type { BillEntry } from './bill.ts'

/** How the numbers of a bill are made up, level by level: that of its categories, then of items and their indexes. */
export function breakdownOf(entries: readonly BillEntry[]): XmlPart[] {
  const categories: number[] = []
  let [item, index, numeric] = [1, false, true]
  const measure = (inside: readonly BillEntry[], depth: number): void => {
    for (const entry of inside) {
      if (entry.kind === 'remark') continue
      const [part = '', more] = entry.part.split('.')
      numeric &&= /^\d*$/.test(part)
      if (entry.kind === 'item') {
        item = Math.max(item, part.length)
        index ||= more !== undefined
        continue
      }
      categories[depth] = Math.max(categories[depth] ?? 1, part.length)
      measure(entry.entries, depth + 1)
    }
  }
  measure(entries, 0)
  const level = (type: string, length: number): XmlPart =>
    element('BoQBkdn', [
      element('Type', type),
      element('Length', String(length)),
      element('Num', numeric ? 'Yes' : 'No'),
    ])
  return [
    ...categories.map((length) => level('BoQLevel', length)),
    level('Item', item),
    ...(index ? [level('Index', 1)] : []),
  ]
}
