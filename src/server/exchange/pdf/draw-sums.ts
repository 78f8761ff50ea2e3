import type { OfferLetter } from './offer-letter.ts'
import { moneyText } from './offer-text.ts'
import { colours, inner, page, type Paper } from './paper.ts'
import { sumRows } from './sum-rows.ts'

const rowHeight = 16
const labels = { x: page.left + inner / 3, width: (inner * 2) / 3 - 90 }
const amounts = { x: page.width - page.right - 86, width: 86 }

/** The end of an offer, kept together on one page. */
export function drawSums(paper: Paper, letter: OfferLetter): void {
  const { language, offer } = letter
  const rows = sumRows(offer.sums, offer.currency, language)
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
    paper.putLine(moneyText(amount, language), { ...amounts, y: paper.y, ...letters, align: 'right' })
    paper.y += rowHeight
  }
}
