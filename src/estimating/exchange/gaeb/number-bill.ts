import type { BillEntry } from './bill.ts'

const partPattern = /^[0-9A-Za-z_]{1,14}$/
const itemPattern = /^[0-9A-Za-z_]{1,14}(\.[0-9A-Za-z_])?$/

type Numbered = Exclude<BillEntry, { kind: 'remark' }>

/**
 * Gives every category and item its part of the number: the one its node has below its parent's, where GAEB allows that,
 * else the next that is free; those that are plain numbers as long as the longest of their level.
 * @param outline the number of each node in the estimate
 * @param fixed the nodes whose number came from outside; only these have an index: `0010.1`
 * @returns the whole number of each line that is an item of the bill
 */
export function numberBill(
  entries: readonly BillEntry[],
  outline: ReadonlyMap<string, string>,
  fixed: ReadonlySet<string>,
): Map<string, string> {
  const levels: Numbered[][] = []
  giveParts(entries, '', { outline, fixed, levels }, 0)
  const whole = new Map<string, string>()
  for (const level of levels) {
    const longest = (kind: Numbered['kind']): number =>
      Math.max(
        ...level.filter((entry) => entry.kind === kind).map(({ part }) => part.split('.')[0]?.length ?? 0),
        1,
      )
    const lengths = { category: longest('category'), item: longest('item') }
    for (const entry of level)
      if (/^\d+(\.|$)/.test(entry.part)) {
        const [number = '', index] = entry.part.split('.')
        entry.part = number.padStart(lengths[entry.kind], '0') + (index === undefined ? '' : `.${index}`)
      }
  }
  noteNumbers(entries, '', whole)
  return whole
}

interface Numbering {
  outline: ReadonlyMap<string, string>
  fixed: ReadonlySet<string>
  levels: Numbered[][]
}

function giveParts(entries: readonly BillEntry[], above: string, numbering: Numbering, depth: number): void {
  const { outline, fixed, levels } = numbering
  const taken = new Set<string>()
  const numbered = entries.filter((entry): entry is Numbered => entry.kind !== 'remark')
  const waiting: Numbered[] = []
  for (const entry of numbered) {
    const own = entry.node === undefined ? undefined : outline.get(entry.node)
    const part = own?.startsWith(above === '' ? '' : `${above}.`)
      ? own.slice(above === '' ? 0 : above.length + 1)
      : ''
    const indexed = entry.kind === 'item' && fixed.has(entry.node ?? '')
    const pattern = indexed ? itemPattern : partPattern
    if (!pattern.test(part) || taken.has(plainPart(part))) {
      waiting.push(entry)
      continue
    }
    entry.part = part
    taken.add(plainPart(part))
  }
  let next = 1
  for (const entry of waiting) {
    while (taken.has(String(next))) next++
    entry.part = String(next)
    taken.add(entry.part)
  }
  if (numbered.length > 0) (levels[depth] ??= []).push(...numbered)
  for (const entry of numbered)
    if (entry.kind === 'category') {
      const number = entry.node === undefined ? above : (outline.get(entry.node) ?? above)
      giveParts(entry.entries, number, numbering, depth + 1)
    }
}

function noteNumbers(entries: readonly BillEntry[], above: string, whole: Map<string, string>): void {
  for (const entry of entries) {
    if (entry.kind === 'remark') continue
    const number = above === '' ? entry.part : `${above}.${entry.part}`
    if (entry.kind === 'category') noteNumbers(entry.entries, number, whole)
    else if (entry.node !== undefined) whole.set(entry.node, number)
  }
}

const plainPart = (part: string): string => part.replace(/^0+(?=\d)/, '')

/** A whole number without the zeros that only fill up: `01.002.0010` and `1.2.10` are one place. */
export const plainNumber = (number: string): string =>
  number
    .split('.')
    .map((part) => plainPart(part.trim()))
    .join('.')
