import * as XLSX from '@e965/xlsx'
import { AppError } from '#base/app-error.ts'
import { cellText, headerIndex, maxCells, maxColumns, type Cell, type Table } from '../table.ts'
import { numberCell } from './number-cell.ts'
import { openArchive } from './open-archive.ts'

function toCell(cell: XLSX.CellObject | undefined): Cell {
  if (!cell || cell.t === 'z' || cell.t === 'e' || cell.v === undefined) return null
  if (cell.t === 'n' && typeof cell.v === 'number') return numberCell(cell.v, cell.z)
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
