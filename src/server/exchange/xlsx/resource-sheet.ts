import type { Language } from '#contracts/language.ts'
import type { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { adjustmentName, totalByType } from '#estimating/total-by-type.ts'
import { unitInWords } from '#estimating/unit-words.ts'
import { amountCell, wordCell } from './workbook-cells.ts'
import type { Sheet, SheetRow } from './workbook.ts'
import { workbookWords } from './workbook-words.ts'

/** What an estimate takes of each type, and of each resource. Amounts are shares of rounded totals, so they are values. */
export function resourceSheet(rolled: EstimateRollUp, language: Language): Sheet {
  const { resources, resourceColumns, types, unexplained } = workbookWords[language]
  const rows: SheetRow[] = [{ cells: resourceColumns.map((text) => wordCell(text, 'head')) }]
  for (const { type, amount, hours, resources: own } of totalByType(rolled)) {
    if (own.length === 0) continue
    const sum = amountCell(amount, 'sum')
    const all = hoursCell(hours, 'sum')
    rows.push({ cells: [wordCell(types[type], 'section'), null, null, null, null, all, null, sum] })
    for (const { itemCode, name, unit, price, quantity, hours: worked, amount: each } of own)
      rows.push({
        level: 1,
        cells: [
          null,
          wordCell(itemCode ?? ''),
          wordCell(name === adjustmentName ? unexplained : name),
          amountCell(quantity, 'quantity'),
          wordCell(unitInWords(unit, language)),
          hoursCell(worked, 'quantity'),
          price === null ? null : amountCell(price, 'rate'),
          amountCell(each, 'money'),
        ],
      })
  }
  return { name: resources, widths: [16, 18, 50, 14, 9, 11, 13, 15], rows, frozen: 1 }
}

const hoursCell = (hours: string, style: 'sum' | 'quantity') =>
  hours === '0' ? null : amountCell(hours, style)
