import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { groupBy } from '#base/group-by.ts'
import type {
  EstimateDocument,
  EstimateLine,
  EstimateNode,
  EstimateResource,
} from '../../estimate-document.ts'
import { roundingPresets } from '../../rounding-policy.ts'
import { sortBetween } from '../../sort-between.ts'
import type { ImportedEstimate } from '../imported-estimate.ts'
import { behindPrint } from './behind-print.ts'
import type { EstimateTable, TableFlag, TableLine, TableResource } from './estimate-table.ts'
import { flagTable } from './flag-table.ts'

/**
 * A bill that is written as tables as an estimate. Sections come of the numbers (1.2.3 stands in 1.2, that in 1) and of rows
 * that have only a number and a name. The money stays to the cent: a line is worth what its parts are printed with, without
 * parts its printed total. What is odd is taken all the same, and said (`flags`, remarks, notes).
 */
export function tableToEstimate(table: EstimateTable, name: string): ImportedEstimate {
  const taker = new TableTaker(table)
  for (const line of table.lines) taker.take(line)
  const flags = flagTable(table)
  const document: EstimateDocument = {
    currency: table.currency,
    rounding: roundingPresets.EXACT,
    nodes: taker.nodes,
    markups: [],
    vatRates: [
      { code: 'standard', percent: '19' },
      { code: 'none', percent: '0' },
    ],
  }
  const remarks = new Map<string, string>()
  for (const flag of flags)
    if (flag.code === 'dimension' && flag.number !== null) remarks.set(taker.idOf(flag.number), wordsOf(flag))
  return { name, document, flags, remarks, notes: notesOf(flags, taker.strays()) }
}

class TableTaker {
  readonly nodes: EstimateNode[] = []
  readonly #resources: Map<string, TableResource[]>
  readonly #ids = new Map<string, string>()
  readonly #lastSort = new Map<string | null, string>()

  constructor({ resources }: EstimateTable) {
    this.#resources = groupBy(resources, ({ number }) => number)
  }

  idOf(number: string): string {
    return this.#ids.get(number) ?? ''
  }

  take(line: TableLine): void {
    const { number, title, text } = line
    const parentId = this.#sectionOf(line)
    const place = this.#place(number, parentId, title || number || '–')
    if (isHeading(line)) this.nodes.push({ ...place, text, kind: 'section' })
    else this.nodes.push({ ...place, text, ...this.#line(line) })
  }

  /** Numbers of resources that no line has. */
  strays(): string[] {
    return [...this.#resources.keys()].filter((number) => !this.#ids.has(number))
  }

  #place(number: string | null, parentId: string | null, title: string) {
    const id = `n${this.nodes.length + 1}`
    const sort = sortBetween(this.#lastSort.get(parentId) ?? null, null)
    this.#lastSort.set(parentId, sort)
    if (number !== null && !this.#ids.has(number)) this.#ids.set(number, id)
    return { id, lineageId: id, parentId, sort, title, ...(number === null ? {} : { number }) }
  }

  /** The section that a number stands in, made where it is missing; a section without number goes by its name. */
  #sectionOf({ number, section }: TableLine): string | null {
    if (number === null || !number.includes('.'))
      return section === null ? null : this.#section(`§${section}`, section, null)
    const parts = number.split('.').slice(0, -1)
    let parent: string | null = null
    for (let depth = 1; depth <= parts.length; depth++) {
      const own = parts.slice(0, depth).join('.')
      const title = depth === parts.length ? (section ?? own) : own
      parent = this.#section(own, title, parent)
    }
    return parent
  }

  #section(key: string, title: string, parentId: string | null): string {
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const place = this.#place(key.startsWith('§') ? null : key, parentId, title)
    this.#ids.set(key, place.id)
    this.nodes.push({ ...place, kind: 'section' })
    return place.id
  }

  #line(
    line: TableLine,
  ): Omit<EstimateLine, 'id' | 'lineageId' | 'parentId' | 'sort' | 'title' | 'text' | 'number'> {
    const parts = line.number === null ? [] : (this.#resources.get(line.number) ?? [])
    return {
      kind: 'line',
      unit: line.unit,
      quantity: line.quantity,
      unitRate: parts.length > 0 ? null : rateOf(line),
      itemType: 'normal',
      vatRate: 'standard',
      resources: parts.map((part) => resourceOf(part, line.quantity)),
      classifications: [],
    }
  }
}

const isHeading = ({ unit, quantity, rate, total }: TableLine): boolean =>
  unit === null && quantity === null && rate === null && total === null

/** The printed rate, or the one behind it where that times the quantity is not the printed total. */
function rateOf({ quantity, rate, total }: TableLine): string | null {
  if (total === null || quantity === null || decimal(quantity).eq(0)) return rate
  if (rate !== null && decimal(roundHalfUp(decimal(quantity).times(rate), 2)).eq(total)) return rate
  return decimalText(decimal(total).div(quantity).round(6))
}

function resourceOf(part: TableResource, lineQuantity: string | null): EstimateResource {
  const { type, code, name, unit, price, quantity, amount } = part
  const own = { type, itemCode: code, name, unit }
  const of = decimal(lineQuantity ?? '0')
  if (of.eq(0) || quantity === null || amount === null)
    return { ...own, qtyPerUnit: of.eq(0) ? '0' : decimalText(decimal(quantity ?? '0').div(of)), price }
  const read = { quantity: decimal(quantity), price: decimal(price), amount: decimal(amount) }
  return { ...own, ...behindPrint({ lineQuantity: of, ...read }) }
}

const wordsOf = ({ counted, unit }: TableFlag): string =>
  `The file counts ${counted ?? '?'} and prices it per ${unit ?? '?'}: the quantity does not fit the price.`

/** What was odd, in sums: whoever opens the version reads it there. */
function notesOf(flags: readonly TableFlag[], strays: readonly string[]): string[] {
  const notes = Object.entries(sentences).flatMap(([code, sentence]) => {
    const found = flags.filter((flag) => flag.code === code)
    const worth = found.reduce((sum, { printed }) => sum.plus(printed ?? 0), decimal(0))
    const where = found.map(({ number, title }) => number ?? title).slice(0, 60)
    return found.length === 0
      ? []
      : [`${sentence(found.length, roundHalfUp(worth, 2))} (${where.join(', ')})`]
  })
  if (strays.length > 0) notes.push(`No line has the number ${strays.slice(0, 60).join(', ')}.`)
  return notes
}

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)
const sentences: Readonly<Record<TableFlag['code'], (count: number, worth: string) => string>> = {
  dimension: (count, worth) =>
    `${lines(count)} worth ${worth}: the quantity does not fit the unit of the price`,
  unit: (count, worth) => `${lines(count)} worth ${worth}: unit unknown`,
  total: (count) => `${lines(count)}: the printed total is not quantity × rate`,
  parts: (count) => `${lines(count)}: the parts do not add up to the printed total`,
  amount: (count) => `${count} amounts of parts are not quantity × price`,
}
