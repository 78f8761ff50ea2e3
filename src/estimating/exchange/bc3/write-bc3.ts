import type { RoundingPolicy } from '#contracts/rounding-policy.ts'
import { roundingSentence } from '../../rounding-policy.ts'
import { isUnpriced, type EstimateDocument, type EstimateResource } from '../../estimate-document.ts'
import { EstimateRollUp } from '../../estimate-roll-up.ts'
import { isRolled, type LinePlace, type Place } from '../../estimate-tree.ts'
import {
  addFixed,
  fixedText,
  isZero,
  multiplyFixed,
  parseFixed,
  plainText,
  roundFixed,
  subtractFixed,
  zero,
} from '../../fixed.ts'
import { summarise } from '../../summarise.ts'
import { Bc3Codes, conceptTypes, partsRecord, record, text, word } from './bc3-records.ts'

interface Asked {
  name: string
  /** `2026-11-22`. */
  day: string
}

/**
 * Writes a version as FIEBDC-3: chapters, items with quantities and rates, and what they are made of. What the format has no
 * place for (markups, discounts of a line, options that do not count and their quantities, VAT) is said in the text of the
 * whole, with what it comes to.
 */
export function writeBc3(document: EstimateDocument, { name, day }: Asked): string {
  const writer = new Bc3Writer(new EstimateRollUp(document), document.rounding)
  return writer.write(name, day)
}

class Bc3Writer {
  readonly #rolled: EstimateRollUp
  readonly #rounding: RoundingPolicy
  readonly #records: string[] = []
  /** The code of each resource by all that makes it one. */
  readonly #resources = new Map<string, string>()
  readonly #codes = new Bc3Codes()
  /** Options and alternatives that do not count, with the quantities they have. */
  readonly #uncounted: string[] = []
  #sum = zero

  constructor(rolled: EstimateRollUp, rounding: RoundingPolicy) {
    this.#rolled = rolled
    this.#rounding = rounding
  }

  write(name: string, day: string): string {
    const date = `${day.slice(8, 10)}${day.slice(5, 7)}${day.slice(0, 4)}`
    const tops = this.#rolled.tree.roots.flatMap((place) => this.#place(place))
    const { currency } = this.#rolled.document
    const { qty, coefficient, componentAmount, lineTotal } = this.#rounding
    const [factor, amount, quantity] = [coefficient ?? 6, componentAmount ?? 6, qty ?? 6]
    const summary = summarise(this.#rolled)
    const net = parseFixed(summary.net)
    const difference = subtractFixed(net, this.#sum)
    const said = [
      roundingSentence(this.#rounding, 'en'),
      ...(isZero(difference)
        ? []
        : [
            `The file comes to ${fixedText(this.#sum)}, the version to ${fixedText(net)} net: markups, discounts and options have no place here.`,
          ]),
      ...(this.#uncounted.length === 0
        ? []
        : [`Not counted and written with quantity 0: ${this.#uncounted.join(', ')}.`]),
      ...(summary.vat.length === 0
        ? []
        : [
            `VAT has no place here: ${summary.vat.map(({ percent, base }) => `${percent} % on ${base}`).join(', ')}.`,
          ]),
    ].join(' ')
    return [
      record('V', 'Formwork', `FIEBDC-3/2020\\${date}`, 'Formwork', '', 'ANSI'),
      record(
        'K',
        `2\\2\\${quantity}\\${factor}\\${amount}\\6\\6\\${lineTotal}\\${currency}\\`,
        '',
        `${currency}\\`,
      ),
      record('C', 'ESTIMATE##', '', word(name), plainText(this.#sum), date, '0'),
      record('T', 'ESTIMATE##', word(said)),
      partsRecord('ESTIMATE##', tops),
      ...this.#records,
      '',
    ].join('\r\n')
  }

  /** Writes what is in one place and answers how it stands in what it is part of. */
  #place(place: Place): string[] {
    const { node, children } = place
    if (node.kind === 'section') {
      const code = `${this.#codes.take('CAP')}#`
      const sum = plainText(place.total)
      this.#records.push(record('C', code, '', word(node.title), sum, '', '0'))
      if (node.text) this.#records.push(record('T', code, text(node.text)))
      const parts = children.flatMap((child) => this.#place(child))
      this.#records.push(partsRecord(code, parts))
      return [`${code}\\1\\1`]
    }
    return isRolled(place) && place.node.itemType !== 'text' ? [this.#item(place)] : []
  }

  #item({ node: line, rolled, counts }: LinePlace): string {
    const code = this.#codes.take('P')
    const rate = rolled.rate === null ? '' : plainText(rolled.rate)
    this.#records.push(record('C', code, word(line.unit ?? ''), word(line.title), rate, '', '0'))
    if (line.text) this.#records.push(record('T', code, text(line.text)))
    const parts = line.resources.map((resource) => this.#resource(resource))
    if (parts.length > 0) this.#records.push(partsRecord(code, parts))
    const quantity = counts ? plainText(rolled.times) : '0'
    if (counts) this.#add(rolled)
    else this.#uncounted.push(`${code} ${[plainText(rolled.times), line.unit].filter(Boolean).join(' ')}`)
    return `${code}\\1\\${quantity}`
  }

  #add({ times, rate }: LinePlace['rolled']): void {
    const { lineTotal, mode } = this.#rounding
    this.#sum = addFixed(this.#sum, roundFixed(multiplyFixed(times, rate ?? zero), lineTotal, mode))
  }

  #resource(resource: EstimateResource): string {
    const { type, itemCode, name, unit, qtyPerUnit } = resource
    const price = isUnpriced(resource) ? '' : resource.price
    const key = JSON.stringify([type, itemCode, name, unit, price])
    let code = this.#resources.get(key)
    if (code === undefined) {
      code = this.#codes.take('R', itemCode ?? undefined)
      this.#resources.set(key, code)
      this.#records.push(record('C', code, word(unit), word(name), price, '', conceptTypes[type]))
    }
    return `${code}\\1\\${qtyPerUnit}`
  }
}
