import { decimal } from '#base/decimal.ts'
import type { CellStyle, WorkbookCell } from './workbook.ts'

/** Text that is text, whatever it begins with. */
export const wordCell = (text: string, style: CellStyle = 'plain'): WorkbookCell => ({
  value: { text },
  style,
})

/** A number with all its digits, and the formula that comes to it. */
export const amountCell = (number: string, style: CellStyle, formula?: string): WorkbookCell => ({
  value: { number: decimal(number).toFixed() },
  style,
  ...(formula !== undefined && { formula }),
})
