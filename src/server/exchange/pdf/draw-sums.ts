import { decimal } from '#base/decimal.ts'
import type { OfferLetter } from './offer-letter.ts'
import { moneyText, numberText } from './offer-text.ts'
import { offerWords } from './offer-words.ts'
import { colours, inner, page, type Paper } from './paper.ts'

interface SumRow {
  label: string
  amount: string
  strong: boolean
}

const rowHeight = 16
const labels = { x: page.left + inner / 3, width: (inner * 2) / 3 - 90 }
const amounts = { x: page.width - page.right - 86, width: 86 }

/** The end of an offer, kept together on one page. */
export function drawSums(paper: Paper, letter: OfferLetter): void {
  const rows = sumRows(letter)
  paper.need(rows.length * rowHeight + 34)
  paper.y += 10
  for (const [at, { label, amount, strong }] of rows.entries()) {
    const last = at === rows.length - 1
    if (last) {
      paper.y += 2
      paper.rule(letter.sender.accent ?? colours.text, 1, labels.x)
      paper.y += 7
    }
    const letters = { size: last ? 11 : 9, strong: strong || last }
    const [first = ''] = paper.linesOf(label, labels.width, letters)
    paper.putLine(first, { ...labels, y: paper.y, ...letters })
    paper.putLine(amount, { ...amounts, y: paper.y, ...letters, align: 'right' })
    paper.y += rowHeight
  }
}

function sumRows({ language, offer: { currency, sums } }: OfferLetter): SumRow[] {
  const say = offerWords[language].sums
  const money = (amount: string): string => moneyText(amount, language)
  const rows: SumRow[] = []
  const add = (label: string, amount: string, strong = false): void =>
    void rows.push({ label, amount: money(amount), strong })
  const isSomething = (amount: string): boolean => !decimal(amount).eq(0)
  const more = sums.markups.length > 0 || isSomething(sums.unlisted) || isSomething(sums.rounding)
  if (more) add(say.lines, sums.lines)
  for (const { label, amount } of sums.markups) add(label, amount)
  if (isSomething(sums.unlisted)) add(say.unlisted, sums.unlisted)
  if (isSomething(sums.rounding)) add(say.rounding, sums.rounding)
  add(say.net, sums.net, true)
  if (isSomething(sums.discount)) {
    const percent = sums.discountPct === null ? '' : ` ${numberText(sums.discountPct, language)} %`
    add(`${say.discount}${percent}`, decimal(sums.discount).times(-1).toFixed())
    add(say.afterDiscount, sums.afterDiscount, true)
  }
  for (const { percent, base, amount } of sums.vat)
    add(say.vat(numberText(percent, language), money(base)), amount)
  add(`${say.gross} (${currency})`, sums.gross, true)
  return rows
}
