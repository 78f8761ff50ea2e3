import type { Language } from '#contracts/language.ts'
import { saying } from '#base/saying.ts'
import { invalid } from '#base/app-error.ts'
import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import type { ItemType } from '#estimating/estimate-document.ts'
import type { ReturnedRow } from '#estimating/exchange/table/returned-table.ts'
import { cellText, type Cell } from '../exchange/table.ts'
import { workbookWords } from '../exchange/xlsx/workbook-words.ts'
import { parseNumber } from '../imports/number-format.ts'
import { wholeTable, type TableFile } from './whole-table.ts'

const mostRows = 50_000
/** Digits after the point of what a line holds. */
const places = 6

/**
 * The lines of a workbook that was exported from an estimate and changed since. Columns may stand in another order, and
 * others beside them; the number, the total and what of it counts may be gone. Throws 422 for a file without the columns of
 * such a workbook, and for cells that are no numbers.
 */
export async function readReturned(file: TableFile): Promise<ReturnedRow[]> {
  const { headers, rows, lines } = await wholeTable(file, mostRows)
  const language = (['en', 'de'] as const).find((one) => headers.includes(workbookWords[one].key))
  if (!language)
    throw invalid([
      {
        path: 'file',
        code: 'columns',
        message:
          'This is no workbook that was exported from an estimate: its column of keys is missing. Import it as an estimate of its own.',
      },
    ])
  const { columns, key } = workbookWords[language]
  // A column that is gone would read as cells that were all emptied.
  const missing = columns.slice(1, 7).filter((name) => !headers.includes(name))
  if (missing.length > 0)
    throw invalid([
      {
        path: 'file',
        code: 'columns',
        ...saying('The workbook has no column {{names}}.', { names: missing.join(', ') }),
      },
    ])
  const [, words, kind, quantity, unit, rate, discount, , counted] = columns.map((name) =>
    headers.indexOf(name),
  )
  const at = headers.indexOf(key)
  return rows.map((cells, index) => {
    const line = lines[index] ?? 0
    const text = (column = -1): string | null => cellText(cells[column])?.trim() ?? null
    const number = (column = -1): string | null => numberIn(cells[column] ?? null, language, line)
    return {
      row: line,
      key: text(at),
      words: text(words) ?? '',
      itemType: kindNamed(text(kind)),
      quantity: number(quantity),
      unit: text(unit),
      rate: number(rate),
      discount: number(discount),
      // Without this column nobody can tell: then sums are not taken for lines that lack something.
      counted: counted === -1 ? '' : text(counted),
    }
  })
}

const kinds = new Map(
  Object.values(workbookWords).flatMap(({ kinds: words }) =>
    Object.entries(words).map(([itemType, word]) => [word.toLowerCase(), itemType as ItemType] as const),
  ),
)

/** A kind that nobody knows changes nothing; an empty cell is an ordinary line. */
const kindNamed = (word: string | null): ItemType | null =>
  word === null ? 'normal' : (kinds.get(word.toLowerCase()) ?? null)

function numberIn(cell: Cell, language: Language, line: number): string | null {
  const text = cellText(cell)?.trim() ?? null
  if (text === null) return null
  // What a spreadsheet calculated has binary noise, or thirds to the last of its digits.
  const rounded = (plain: string): string => decimalText(decimal(roundHalfUp(decimal(plain), places)))
  if (typeof cell === 'number') return rounded(text)
  // Numbers of more digits than a spreadsheet holds were exported as text, with a point.
  const read = parseNumber(text, language === 'de' && text.includes(',') ? ',' : '.')
  if (read !== null) return rounded(read)
  const refusal = saying('Line {{line}}: “{{text}}” is no number.', { line, text: text.slice(0, 60) })
  throw invalid([{ path: `file.${line}`, code: 'number', ...refusal }])
}
