import { AppError } from '#base/app-error.ts'
import type { Portion } from '../row-stream.ts'
import { cellText, maxColumns, type Cell } from '../table.ts'
import { elementsNamed, insideOf } from './scan-xml.ts'

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** XML text as it is meant; `_x000D_` is how workbooks write what XML cannot hold. */
export const unescapeXml = (text: string): string =>
  text.includes('&') || text.includes('_x')
    ? text
        .replaceAll(
          /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
          (whole, hex?: string, decimal?: string, name?: string) => {
            if (name !== undefined) return named[name] ?? whole
            const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
            return code <= 0x10ffff ? String.fromCodePoint(code) : whole
          },
        )
        .replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll('\0', '')
    : text

/** The words of a text, its differently formatted pieces joined; how to pronounce it is left out. */
export const textsOf = (xml: string): string =>
  unescapeXml(Array.from(elementsNamed(withoutSounds(xml), 't'), ({ inside }) => inside).join(''))

function withoutSounds(xml: string): string {
  let kept = ''
  let from = 0
  for (const { start, end } of elementsNamed(xml, 'rPh')) {
    kept += xml.slice(from, start)
    from = end
  }
  return kept + xml.slice(from)
}

/** `AB12` → 27: the place of a cell's column; null for what is no address. */
function columnOf(address: string): number | null {
  let column = 0
  for (const letter of address) {
    const place = letter.charCodeAt(0) - 64
    if (place < 1 || place > 26) break
    column = column * 26 + place
  }
  return column === 0 ? null : column - 1
}

type ToCell = (type: string, style: number, value: string) => Cell

const longestRow = 4_000_000

function rowOf(xml: string, toCell: ToCell): Cell[] {
  const row: Cell[] = []
  for (const { tag, inside } of elementsNamed(xml, 'c')) {
    const at = columnOf(/\sr="([^"]*)"/.exec(tag)?.[1] ?? '') ?? row.length
    if (at >= 16_384) throw new AppError('invalid', 'The workbook is damaged.')
    // Beyond the widest table there are only stray marks.
    if (at > maxColumns) continue
    const type = /\st="([^"]*)"/.exec(tag)?.[1] ?? 'n'
    while (row.length < at) row.push(null)
    row[at] = type === 'inlineStr' ? textsOf(inside) : valueOf(inside, type, tag, toCell)
  }
  return row
}

function valueOf(inside: string, type: string, tag: string, toCell: ToCell): Cell {
  const value = insideOf(inside, 'v')
  if (value === undefined) return null
  return toCell(type, Number(/\ss="(\d+)"/.exec(tag)?.[1] ?? 0), unescapeXml(value))
}

/** The rows of a sheet's XML as it comes in, with their numbers in the sheet; empty ones are left out. */
export async function* sheetRows(xml: AsyncIterable<string>, toCell: ToCell): AsyncGenerator<Portion> {
  let rest = ''
  let line = 0
  for await (const piece of xml) {
    rest += piece
    const portion: Portion = { rows: [], lines: [] }
    let from = 0
    for (const { end, tag, inside } of elementsNamed(rest, 'row')) {
      from = end
      line = Number(/\sr="(\d+)"/.exec(tag)?.[1] ?? line + 1)
      const row = rowOf(inside, toCell)
      if (row.every((cell) => cellText(cell) === null)) continue
      portion.rows.push(row)
      portion.lines.push(line)
    }
    rest = rest.slice(from)
    if (rest.length > longestRow) throw new AppError('invalid', 'The workbook is damaged.')
    yield portion
  }
}
