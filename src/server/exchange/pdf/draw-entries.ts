import type { OfferEntry, OfferLine, OfferSection } from '#estimating/exchange/offer/offer.ts'
import { unitInWords } from '#estimating/unit-words.ts'
import { markOf } from './mark-of.ts'
import type { OfferLetter } from './offer-letter.ts'
import { moneyText, numberText } from './offer-text.ts'
import { offerWords } from './offer-words.ts'
import { colours, inner, page, type Paper } from './paper.ts'

const number = { x: page.left, width: 48 }
const title = { x: page.left + 52, width: inner - 52 - 232 }
const quantity = { x: page.width - page.right - 226, width: 56 }
const unit = { x: page.width - page.right - 164, width: 34 }
const price = { x: page.width - page.right - 130, width: 58 }
const total = { x: page.width - page.right - 66, width: 66 }

const lineHeight = 13

/** The table of what is offered, as steps: each draws one entry. A section ends with its sum. */
export function* drawEntries(paper: Paper, letter: OfferLetter): Generator<() => void> {
  const table = new Table(paper, letter)
  yield () => table.begin()
  const open: { section: OfferSection; entries: number }[] = []
  for (const entry of letter.offer.entries) {
    while (open.length >= entry.depth) yield closed(table, open)
    const inside = open.at(-1)
    if (inside) inside.entries++
    if (entry.kind === 'section') open.push({ section: entry, entries: 0 })
    yield () => table.entry(entry)
  }
  while (open.length > 0) yield closed(table, open)
  yield () => table.end()
}

function closed(table: Table, open: { section: OfferSection; entries: number }[]): () => void {
  const last = open.pop()
  return () => {
    if (last) table.sectionSum(last.section)
  }
}

class Table {
  readonly #paper: Paper
  readonly #letter: OfferLetter

  constructor(paper: Paper, letter: OfferLetter) {
    this.#paper = paper
    this.#letter = letter
  }

  begin(): void {
    this.#paper.need(80)
    this.#paper.y += 8
    this.#head()
    this.#paper.onNewPage = () => this.#head()
  }

  end(): void {
    this.#paper.onNewPage = () => undefined
  }

  entry(entry: OfferEntry): void {
    if (entry.kind === 'section') this.#section(entry)
    else if (entry.kind === 'line') this.#line(entry)
    else if (entry.kind === 'note') this.#words(entry.title, entry.text)
    else this.#sum(entry.kind === 'unlisted' ? this.#say.unlisted : entry.title, entry.total)
  }

  sectionSum({ number: no, title: name, total: amount, depth }: OfferSection): void {
    this.#sum(`${this.#say.sumOf} ${no} ${name}`, amount, depth === 1)
    this.#paper.y += depth === 1 ? 6 : 2
  }

  get #say() {
    return offerWords[this.#letter.language]
  }

  #head(): void {
    const { columns } = this.#say
    const row = { y: this.#paper.y, size: 7, colour: colours.quiet }
    this.#paper.putLine(columns.number, { ...number, ...row })
    this.#paper.putLine(columns.title, { ...title, ...row })
    this.#paper.putLine(columns.quantity, { ...quantity, ...row, align: 'right' })
    this.#paper.putLine(columns.unit, { ...unit, ...row })
    this.#paper.putLine(columns.price, { ...price, ...row, align: 'right' })
    const currency = `${columns.total} ${this.#letter.offer.currency}`
    this.#paper.putLine(currency, { ...total, ...row, align: 'right' })
    this.#paper.y += 12
    this.#paper.rule()
    this.#paper.y += 6
  }

  #section({ number: no, title: name, text, depth }: OfferSection): void {
    const paper = this.#paper
    const letters = { size: depth === 1 ? 11 : 9.5, strong: true }
    paper.need(52)
    paper.y += depth === 1 ? 6 : 3
    paper.putLine(no, { ...number, y: paper.y, ...letters })
    paper.flow(name, title.x, inner - 52, letters)
    if (text) paper.flow(text, title.x, inner - 52, { size: 8, colour: colours.quiet })
    paper.y += 3
  }

  #line(line: OfferLine): void {
    const paper = this.#paper
    const { language } = this.#letter
    const titles = paper.linesOf(line.title, title.width)
    paper.need(lineHeight * Math.min(titles.length, 4) + 4)
    const row = { y: paper.y }
    paper.putLine(line.number, { ...number, ...row, size: line.number.length > 9 ? 7 : 9 })
    if (line.itemType !== 'text') {
      paper.putLine(numberText(line.quantity, language), { ...quantity, ...row, align: 'right' })
      const [short = ''] = paper.linesOf(unitInWords(line.unit, language), unit.width)
      paper.putLine(short, { ...unit, ...row, colour: colours.quiet })
      const amount = line.price === null ? '–' : moneyText(line.price, language)
      paper.putLine(amount, { ...price, ...row, align: 'right' })
      const sum = moneyText(line.total, language)
      paper.putLine(line.counts ? sum : `(${sum})`, { ...total, ...row, align: 'right' })
    }
    paper.flow(line.title, title.x, title.width)
    const mark = markOf(line, this.#letter.language)
    if (mark !== '')
      paper.flow(mark, title.x, title.width, { size: 7.5, strong: true, colour: colours.quiet })
    if (line.text) paper.flow(line.text, title.x, title.width, { size: 8, colour: colours.quiet })
    paper.y += 3
  }

  #words(name: string, text: string | null): void {
    this.#paper.flow(name, title.x, inner - 52, { strong: true })
    if (text) this.#paper.flow(text, title.x, inner - 52, { colour: colours.quiet })
    this.#paper.y += 3
  }

  #sum(label: string, amount: string, strong = false): void {
    const paper = this.#paper
    const width = total.x - title.x - 8
    const lines = paper.linesOf(label, width, { strong })
    paper.need(lineHeight * lines.length + 6)
    const text = moneyText(amount, this.#letter.language)
    paper.putLine(text, { ...total, y: paper.y, strong: true, align: 'right' })
    paper.flow(label, title.x, width, { strong, colour: strong ? colours.text : colours.quiet })
    if (strong) {
      paper.y += 1
      paper.rule()
    }
    paper.y += 4
  }
}
