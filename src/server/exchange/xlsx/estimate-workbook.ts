import type { Language } from '#contracts/language.ts'
import { must } from '#base/assert.ts'
import { decimal } from '#base/decimal.ts'
import type { EstimateDocument, EstimateLine, EstimateNode } from '#estimating/estimate-document.ts'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import type { EstimateTotals } from '#estimating/estimate-totals.ts'
import type { Place } from '#estimating/estimate-tree.ts'
import { outlineNumbers } from '#estimating/outline-numbers.ts'
import { totalsOf } from '#estimating/roll-up-estimate.ts'
import { roundingSentence } from '#estimating/rounding-policy.ts'
import { unitInWords } from '#estimating/unit-words.ts'
import { resourceSheet } from './resource-sheet.ts'
import { totalFormula } from './total-formula.ts'
import { amountCell, wordCell } from './workbook-cells.ts'
import type { Sheet, SheetRow, WorkbookCell } from './workbook.ts'
import { workbookWords } from './workbook-words.ts'

/**
 * A version as people would build it: its lines with quantities and rates as numbers, what it takes of each resource, how it
 * was rounded. A total is a formula where a spreadsheet comes to the same cent by it, else the value.
 */
export function estimateWorkbook(document: EstimateDocument, title: string, language: Language): Sheet[] {
  const rolled = new EstimateRollUp(document)
  const words = workbookWords[language]
  const writer = new LineSheet(rolled, language)
  return [
    writer.sheet(),
    resourceSheet(rolled, language),
    {
      name: words.about,
      widths: [90],
      frozen: 0,
      rows: [title, roundingSentence(document.rounding, language), words.formulas].map((text) => ({
        cells: [wordCell(text)],
      })),
    },
  ]
}

/**
 * Columns of the sheet of lines by letter: D quantity, F rate, G discount, H total, I what of it counts; J, hidden, says which
 * line it is, for a workbook that is taken in again.
 */
class LineSheet {
  readonly #rolled: EstimateRollUp
  readonly #totals: EstimateTotals
  readonly #numbers: Map<string, string>
  readonly #language: Language
  readonly #rows: SheetRow[] = []

  constructor(rolled: EstimateRollUp, language: Language) {
    this.#rolled = rolled
    this.#totals = totalsOf(rolled)
    this.#numbers = outlineNumbers(rolled.document.nodes)
    this.#language = language
  }

  sheet(): Sheet {
    const { columns, key, lines } = workbookWords[this.#language]
    this.#rows.push({ cells: [...columns, key].map((text) => wordCell(text, 'head')) })
    this.#siblings(this.#rolled.tree.roots, 0)
    const last = this.#rows.length
    this.#rows.push({ cells: [] })
    this.#sums(last)
    const widths = [12, 60, 22, 13, 9, 13, 10, 15, 15, 38]
    return { name: lines, widths, hidden: [9], rows: this.#rows, frozen: 1 }
  }

  #siblings(places: readonly Place[], level: number): void {
    for (const place of places) {
      const { node } = place
      if (node.kind === 'line') this.#line(node, level)
      else if (node.kind === 'section') this.#section(place, level)
      else {
        const sum = node.kind === 'subtotal' ? this.#totals.nodes.get(node.id) : undefined
        const words = [node.title, node.text].filter(Boolean).join('\n')
        const amount = sum ? amountCell(sum.total, 'sum') : null
        const cells = [null, wordCell(words, 'quiet'), null, null, null, null, null, amount, null]
        this.#rows.push({ cells: [...cells, keyCell(node)], level })
      }
    }
  }

  #section({ node, children }: Place, level: number): void {
    const at = this.#rows.length
    this.#rows.push({ cells: [] })
    this.#siblings(children, level + 1)
    const total = must(this.#totals.nodes.get(node.id)).total
    const inside = this.#rows.length > at + 1 ? `SUBTOTAL(9,I${at + 2}:I${this.#rows.length})` : undefined
    const title = [node.title, node.text].filter(Boolean).join('\n')
    const cells = [wordCell(this.#numbers.get(node.id) ?? '', 'section'), wordCell(title, 'section')]
    const sum = amountCell(total, 'sum', inside)
    this.#rows[at] = { cells: [...cells, null, null, null, null, null, null, sum, keyCell(node)], level }
  }

  #line(line: EstimateLine, level: number): void {
    const row = this.#rows.length + 1
    const totals = this.#totals.line(line.id)
    const { kinds } = workbookWords[this.#language]
    const title = [line.title, line.text].filter(Boolean).join('\n')
    const cells = [
      wordCell(this.#numbers.get(line.id) ?? ''),
      wordCell(title),
      wordCell(kinds[line.itemType] ?? '', 'quiet'),
    ]
    if (line.itemType === 'text')
      return void this.#rows.push({
        cells: [...cells, null, null, null, null, null, null, keyCell(line)],
        level,
      })
    const counted = totals.counts ? totals.total : '0'
    this.#rows.push({
      level,
      cells: [
        ...cells,
        amountCell(totals.quantity, 'quantity'),
        wordCell(unitInWords(line.unit ?? '', this.#language)),
        totals.unitRate === null ? null : amountCell(totals.unitRate, 'rate'),
        line.discountPct ? amountCell(line.discountPct, 'percent') : null,
        amountCell(totals.total, 'money', totalFormula(line, totals, this.#rolled.document.rounding, row)),
        amountCell(counted, 'money', totals.counts ? `H${row}` : undefined),
        keyCell(line),
      ],
    })
  }

  /** What comes below the lines; `last` is the row of the last of them. */
  #sums(last: number): void {
    const { sums } = workbookWords[this.#language]
    const { direct, markups, net, discount, afterDiscount, vat, gross } = this.#totals
    const add = (label: string, amount: string, formula?: string): number => {
      const cells = [null, wordCell(label, 'section'), null, null, null, null, null, null]
      return this.#rows.push({ cells: [...cells, amountCell(amount, 'sum', formula)] })
    }
    const first = add(sums.direct, direct, last > 1 ? `SUBTOTAL(9,I2:I${last})` : undefined)
    for (const { label, amount } of markups) add(label, amount)
    const netRow = add(sums.net, net, `SUM(I${first}:I${this.#rows.length})`)
    let base = netRow
    if (!decimal(discount).eq(0)) {
      add(sums.discount, decimal(discount).times(-1).toFixed())
      base = add(sums.afterDiscount, afterDiscount, `I${netRow}+I${netRow + 1}`)
    }
    for (const { percent, base: amount, amount: tax } of vat) add(sums.vat(percent, amount), tax)
    add(sums.gross, gross, `SUM(I${base}:I${this.#rows.length})`)
  }
}

const keyCell = ({ lineageId }: EstimateNode): WorkbookCell => wordCell(lineageId, 'quiet')
