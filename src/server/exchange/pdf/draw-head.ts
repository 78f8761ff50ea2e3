import type { OfferLetter } from './offer-letter.ts'
import { dayText } from './offer-text.ts'
import { offerWords } from './offer-words.ts'
import { colours, inner, page, type Paper } from './paper.ts'

const logoBox = { width: 170, height: 48 } as const
const half = inner / 2

/** The head of the first page: who offers, to whom, what, and what is said before. */
export function drawHead(paper: Paper, letter: OfferLetter): void {
  const { sender, language } = letter
  const words = offerWords[language]
  drawSender(paper, letter)
  paper.y += 12
  paper.rule(sender.accent ?? colours.text, 1.5)
  paper.y += 24
  const top = paper.y
  drawFacts(paper, letter)
  const afterFacts = paper.y
  paper.y = top
  if (letter.recipient.length > 0) {
    paper.putLine(words.to, { x: page.left, y: paper.y, width: half, size: 7, colour: colours.quiet })
    paper.y += 12
    const [name = '', ...address] = letter.recipient
    paper.flow(name, page.left, half - 24, { size: 10, strong: true })
    for (const line of address) paper.flow(line, page.left, half - 24, { size: 10 })
  }
  paper.y = Math.max(paper.y, afterFacts) + 28
  const subject = letter.issuedOn === null ? words.draft : words.offer
  paper.flow(subject, page.left, inner, { size: 10, colour: sender.accent ?? colours.quiet, strong: true })
  paper.flow(letter.name, page.left, inner, { size: 17, strong: true })
  paper.y += 8
  if (letter.words) {
    paper.flow(letter.words, page.left, inner)
    paper.y += 8
  }
}

function drawSender(paper: Paper, { sender }: OfferLetter): void {
  const top = paper.y
  if (sender.logo)
    paper.doc.image(Buffer.from(sender.logo), page.left, top, { fit: [logoBox.width, logoBox.height] })
  else paper.flow(sender.name, page.left, half, { size: 15, strong: true })
  const left = Math.max(paper.y, sender.logo ? top + logoBox.height : 0)
  paper.y = top
  const lines = (sender.letterhead ?? '').split('\n').filter((line) => line.trim() !== '')
  for (const line of lines.slice(0, 8))
    for (const part of paper.linesOf(line, half - 20, { size: 8 })) {
      paper.putLine(part, {
        x: page.left + half + 20,
        y: paper.y,
        width: half - 20,
        size: 8,
        colour: colours.quiet,
        align: 'right',
      })
      paper.y += 11
    }
  paper.y = Math.max(paper.y, left)
}

function drawFacts(paper: Paper, letter: OfferLetter): void {
  const words = offerWords[letter.language]
  const { issuedOn, validUntil, language } = letter
  const facts: [string, string | null][] = [
    [words.offer, letter.number],
    [words.date, issuedOn && dayText(issuedOn, language)],
    [words.project, letter.project],
    [words.version, letter.version],
    [words.validUntil, validUntil && dayText(validUntil, language)],
  ]
  const x = page.left + half + 20
  for (const [label, value] of facts) {
    if (!value) continue
    paper.putLine(label, { x, y: paper.y, width: 70, colour: colours.quiet })
    paper.flow(value, x + 72, half - 92)
    paper.y += 1
  }
}
