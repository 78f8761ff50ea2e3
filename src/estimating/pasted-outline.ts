/** One row of a spreadsheet, as it is pasted into an estimate. */
export interface PastedRow {
  /** `1.2.3` or `01.02.`: says how deep it stands. */
  number?: string | undefined
  title: string
  text?: string | null | undefined
  quantity?: string | null | undefined
  unit?: string | null | undefined
  unit_rate?: string | null | undefined
}

export interface OutlineNode {
  kind: 'section' | 'line' | 'note'
  row: PastedRow
  /** The position of the section it stands in, among the nodes before it; null at the place of the paste. */
  parent: number | null
}

/**
 * Makes sections and lines of the rows of a spreadsheet. How deep a row stands is told by its number, else by the spaces
 * before its title; where neither does, what has no quantity and no rate is a section, and what follows stands in it.
 * @example pastedOutline([{ number: '1', title: 'Walls' }, { number: '1.1', title: 'Bricks', quantity: '10' }])
 * // [{ kind: 'section', parent: null, … }, { kind: 'line', parent: 0, … }]
 */
export function pastedOutline(rows: readonly PastedRow[]): OutlineNode[] {
  const filled = rows.filter(({ title, quantity, unit_rate }) => title.trim() !== '' || quantity || unit_rate)
  const levels = levelsOf(filled)
  const open: { level: number; at: number }[] = []
  return filled.map((row, at): OutlineNode => {
    const level = levels[at] ?? null
    const next = levels[at + 1] ?? null
    const priced = isPriced(row)
    const deeper = level !== null && next !== null && next > level
    const isSection = deeper || (level === null && !priced)
    const own = level ?? (priced ? Infinity : 0)
    while ((open.at(-1)?.level ?? -1) >= own) open.pop()
    const parent = open.at(-1)?.at ?? null
    if (isSection) open.push({ level: own, at })
    return { kind: isSection ? 'section' : priced || level === null ? 'line' : 'note', row, parent }
  })
}

const isPriced = ({ quantity, unit, unit_rate }: PastedRow): boolean =>
  [quantity, unit, unit_rate].some((value) => value != null && value.trim() !== '')

const outlineNumber = /^\d+(?:\.\d+)*\.?$/

/** By numbers where rows have them, else by indents where there are any; null where nothing tells. */
function levelsOf(rows: readonly PastedRow[]): (number | null)[] {
  const numbers = rows.map(({ number = '' }) =>
    outlineNumber.test(number.trim()) ? number.trim().replace(/\.$/, '').split('.').length : null,
  )
  if (numbers.some((level) => level !== null)) return numbers
  const indents = rows.map(({ title }) => /^\s*/.exec(title)?.[0].length ?? 0)
  return indents.some((indent) => indent > 0) ? indents.map((indent) => indent + 1) : rows.map(() => null)
}
