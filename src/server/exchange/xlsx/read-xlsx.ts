import * as XLSX from '@e965/xlsx'
import { AppError } from '#base/app-error.ts'
import { durationText } from '#contracts/duration.ts'
import { cellText, headerIndex, maxCells, maxColumns, type Cell, type Table } from '../table.ts'
import { openArchive } from './open-archive.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** A serial day number as ISO text, without any time zone on the way: 45292 → `2024-01-01`. */
function dateOfSerial(serial: number): string {
  const { y, m, d, H, M, S } = XLSX.SSF.parse_date_code(serial) as Record<
    'y' | 'm' | 'd' | 'H' | 'M' | 'S',
    number
  >
  const day = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  return H || M || S ? `${day}T${two(H)}:${two(M)}:${two(Math.floor(S))}Z` : day
}

function toCell(cell: XLSX.CellObject | undefined): Cell {
  if (!cell || cell.t === 'z' || cell.t === 'e' || cell.v === undefined) return null
  if (cell.t === 'n' && typeof cell.v === 'number') {
    // Hours beyond a day, or a time without a day: 37:30.
    if (typeof cell.z === 'string' && (/\[h+\]/i.test(cell.z) || (cell.v < 1 && /h+:mm/i.test(cell.z))))
      return durationText(Math.round(cell.v * 86_400))
    return cell.v >= 1 && typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z)
      ? dateOfSerial(cell.v)
      : cell.v
  }
  if (typeof cell.v === 'boolean') return cell.v
  return String(cell.v)
}

/** Reads one sheet (the first, unless named). Formulas count as their last value. Throws `invalid` for a sheet that is not there. */
export function readXlsx(bytes: Uint8Array, sheet?: string): Table {
  const book = XLSX.read(openArchive(bytes), {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    sheets: sheet ?? 0,
  })
  const name = sheet ?? book.SheetNames[0]
  const data =
    name === undefined ? undefined : (book.Sheets[name] as XLSX.DenseWorkSheet | undefined)?.['!data']
  if (name === undefined || !data) throw new AppError('invalid', 'There is no such sheet in the workbook.')

  const rows: Cell[][] = []
  const lines: number[] = []
  let cells = 0
  for (let index = 0; index < data.length; index++) {
    const source = data[index]
    if (!source) continue
    const row = Array.from(source, (cell) => toCell(cell))
    if (row.every((cell) => cellText(cell) === null)) continue
    rows.push(row)
    lines.push(index + 1)
    cells += row.length
    if (cells > maxCells) throw new AppError('too_large', 'The table has too many cells.')
  }
  const top = headerIndex(rows)
  const headers = (rows[top] ?? []).map((cell) => cellText(cell)?.trim() ?? '')
  if (headers.length === 0) throw new AppError('invalid', 'The sheet holds no table.')
  if (headers.length > maxColumns) throw new AppError('too_large', 'The table has too many columns.')
  return {
    format: 'xlsx',
    headers,
    rows: rows.slice(top + 1),
    lines: lines.slice(top + 1),
    sheets: book.SheetNames,
    sheet: name,
  }
}
