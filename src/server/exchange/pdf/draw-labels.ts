import { encode } from 'uqr'
import { colours, Paper } from './paper.ts'

/** What stands on one label. */
export interface Label {
  name: string
  code: string | null
  /** What the QR code leads to. */
  address: string
}

const mm = 72 / 25.4
/** A4 sheets as they are sold everywhere: three by seven, 63.5 × 38.1 mm, 2.5 mm between the columns. */
const sheet = { columns: 3, rows: 7, left: 7.25 * mm, top: 15.15 * mm, gap: 2.5 * mm } as const
const label = { width: 63.5 * mm, height: 38.1 * mm, padding: 3.5 * mm } as const
/** Large enough for a phone at arm's length, with the quiet zone that readers need around it. */
const square = 27 * mm
const quietZone = 2
const mostLines = 4

/**
 * Labels as a PDF, from the top left across. The same labels give the same bytes.
 * @example await drawLabels([{ name: 'Door 12', code: 'D-12', address }], { title: 'Doors', owner: 'Nordbau' })
 */
export async function drawLabels(
  labels: readonly Label[],
  { title, owner }: { title: string; owner: string },
): Promise<Uint8Array> {
  // Names are in whatever language people write them.
  const paper = new Paper({ title, author: owner, made: new Date(0), language: 'und' })
  const onSheet = sheet.columns * sheet.rows
  for (const [at, one] of labels.entries()) {
    if (at > 0 && at % onSheet === 0) paper.doc.addPage()
    const place = at % onSheet
    const x = sheet.left + (place % sheet.columns) * (label.width + sheet.gap)
    const y = sheet.top + Math.floor(place / sheet.columns) * label.height
    drawLabel(paper, one, owner, x + label.padding, y + label.padding)
  }
  return paper.finish(() => undefined)
}

function drawLabel(paper: Paper, { name, code, address }: Label, owner: string, x: number, y: number): void {
  const inside = label.height - 2 * label.padding
  drawCode(paper, address, x, y + (inside - square) / 2)
  const left = x + square + 2 * mm
  const width = label.width - 2 * label.padding - square - 2 * mm
  const lines = shortened(paper.linesOf(name, width, { size: 9, strong: true }))
  let at = y + 2
  for (const line of lines) {
    paper.putLine(line, { x: left, y: at, width, size: 9, strong: true })
    at += 11.5
  }
  const [shown = ''] = code === null ? [] : paper.linesOf(code, width, { size: 9 })
  paper.putLine(shown, { x: left, y: at + 2, width, size: 9 })
  const [whose = ''] = paper.linesOf(owner, width, { size: 6 })
  paper.putLine(whose, { x: left, y: y + inside - 9, width, size: 6, colour: colours.quiet })
}

/** The code as squares: no picture, so it is sharp at every resolution. */
function drawCode(paper: Paper, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const side = square / size
  for (const [row, line] of data.entries())
    for (const [column, dark] of line.entries())
      // A hair wider than the square, so that no printer leaves white lines between two.
      if (dark) paper.doc.rect(x + column * side, y + row * side, side + 0.05, side + 0.05)
  paper.doc.fill(colours.text)
}

const shortened = (lines: readonly string[]): string[] =>
  lines.length <= mostLines
    ? [...lines]
    : [...lines.slice(0, mostLines - 1), `${(lines[mostLines - 1] ?? '').slice(0, -1)}…`]
