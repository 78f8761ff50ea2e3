import { setImmediate } from 'node:timers/promises'
import { drawHead } from './draw-head.ts'
import { drawEntries } from './draw-entries.ts'
import { drawSums } from './draw-sums.ts'
import type { OfferLetter } from './offer-letter.ts'
import { dayText } from './offer-text.ts'
import { offerWords } from './offer-words.ts'
import { colours, inner, page, Paper } from './paper.ts'

/** What has to be done before others are served again. */
const rowsAtOnce = 40

/**
 * An offer as a PDF: letter head, items with their sections, sums, terms. The same letter gives the same bytes. It lets
 * others work in between.
 * @example await drawOffer(letter) // %PDF-1.3 …
 */
export async function drawOffer(letter: OfferLetter): Promise<Uint8Array> {
  const words = offerWords[letter.language]
  const paper = new Paper({
    title: `${words.offer} ${letter.number}`,
    author: letter.sender.name,
    made: new Date(letter.issuedOn ?? 0),
    language: letter.language,
  })
  drawHead(paper, letter)
  let rows = 0
  for (const draw of drawEntries(paper, letter)) {
    draw()
    if (++rows % rowsAtOnce === 0) await setImmediate()
  }
  drawSums(paper, letter)
  drawEnd(paper, letter)
  return paper.finish((number, of) => drawFoot(paper, letter, number, of))
}

function drawEnd(paper: Paper, { terms, validUntil, rounding, language }: OfferLetter): void {
  const words = offerWords[language]
  const said = [validUntil && `${words.validUntil} ${dayText(validUntil, language)}.`, terms]
  const text = said.filter((part) => part !== null && part !== '').join('\n\n')
  if (text !== '') {
    paper.need(60)
    paper.y += 20
    paper.flow(words.terms, page.left, inner, { strong: true, size: 10 })
    paper.y += 4
    paper.flow(text, page.left, inner)
  }
  paper.need(40)
  paper.y += 14
  paper.flow(rounding, page.left, inner, { size: 7, colour: colours.quiet })
}

function drawFoot(paper: Paper, letter: OfferLetter, number: number, of: number): void {
  const { sender, contentHash, language } = letter
  const words = offerWords[language]
  const y = page.height - 46
  const small = { y, size: 7, colour: colours.quiet }
  const name = `${sender.name} · ${words.offer} ${letter.number}`
  const [first = ''] = paper.linesOf(name, inner - 90, { size: 7 })
  paper.putLine(first, { ...small, x: page.left, width: inner - 90 })
  if (contentHash !== null)
    paper.putLine(`${words.content} ${contentHash}`, {
      ...small,
      y: y + 11,
      size: 6,
      x: page.left,
      width: inner,
    })
  paper.putLine(words.page(number, of), { ...small, x: page.left, width: inner, align: 'right' })
}
