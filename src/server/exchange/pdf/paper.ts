import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/** A4 with its margins, in points. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 56, bottom: 72 } as const
export const inner = page.width - page.left - page.right
const lowest = page.height - page.bottom

export const colours = { text: '#111827', quiet: '#6b7280', line: '#d1d5db' } as const

// Letters are embedded, so that an offer looks the same everywhere and holds € and ü.
const fonts = createRequire(import.meta.url)
const fontFile = (name: string): Buffer => readFileSync(fonts.resolve(`@expo-google-fonts/inter/${name}`))
let loaded: { plain: Buffer; strong: Buffer } | undefined
const loadFonts = () =>
  (loaded ??= {
    plain: fontFile('400Regular/Inter_400Regular.ttf'),
    strong: fontFile('600SemiBold/Inter_600SemiBold.ttf'),
  })

/** The library takes which features of a font are on and off; its types only know lists of those that are on. */
const features = (changes: Record<string, boolean>): PDFKit.Mixins.OpenTypeFeatures[] =>
  changes as unknown as PDFKit.Mixins.OpenTypeFeatures[]

// Looking at what stands beside each letter is nine tenths of the work, and changes nothing in an offer.
const forWords = features({ calt: false, rclt: false, ccmp: false, locl: false, mark: false, mkmk: false })
const forNumbers = features({ tnum: true, calt: false, rclt: false, ccmp: false, locl: false, kern: false })

/** How the library's fonts set a text: its types do not know it. */
interface SettingFont {
  layoutRun(text: string, features: unknown): unknown
}

/** Texts whose setting is kept before it is forgotten: of a long offer each would be a megabyte in a thousand. */
const mostKept = 1000

/**
 * The library sets a text anew to measure it, to write it and to go on behind it, which is most of the work of an offer. What
 * was set is kept, and given again: it is only read.
 */
function setOnce(font: SettingFont): void {
  const kept = new Map<unknown, Map<string, unknown>>()
  const set = font.layoutRun.bind(font)
  font.layoutRun = (text, wanted) => {
    let known = kept.get(wanted)
    if (!known) kept.set(wanted, (known = new Map()))
    let run = known.get(text)
    if (run === undefined) {
      if (known.size >= mostKept) known.clear()
      known.set(text, (run = set(text, wanted)))
    }
    return run
  }
}

interface Letters {
  size?: number
  strong?: boolean
  colour?: string
  align?: 'left' | 'right'
}

interface Box extends Letters {
  x: number
  y: number
  width: number
}

/**
 * Pages on which things are put from above; what does not fit goes to the next. The bytes depend on nothing but what is
 * put there.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument
  /** Where the next thing is put. */
  y: number = page.top
  /** Puts on a new page what a table needs there. */
  onNewPage: () => void = () => undefined
  readonly #bytes: Promise<Uint8Array>
  readonly #fonts = new Set<SettingFont>()
  readonly #plainWidths = new Map<string, number>()
  readonly #strongWidths = new Map<string, number>()

  constructor(info: { title: string; author: string; made: Date; language: string }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: info.language,
      displayTitle: true,
      info: {
        Title: info.title,
        Author: info.author,
        Producer: 'Formwork',
        Creator: 'Formwork',
        CreationDate: info.made,
        ModDate: info.made,
      },
    })
    const { plain, strong } = loadFonts()
    this.doc.registerFont('plain', plain)
    this.doc.registerFont('strong', strong)
    const pieces: Uint8Array[] = []
    this.#bytes = new Promise((resolve, reject) => {
      this.doc.on('data', (piece: Uint8Array) => pieces.push(piece))
      this.doc.on('end', () => resolve(Buffer.concat(pieces)))
      this.doc.on('error', reject)
    })
  }

  /** Goes on a new page unless so much fits on this one. */
  need(height: number): void {
    if (this.y + height <= lowest) return
    this.doc.addPage()
    this.y = page.top
    this.onNewPage()
  }

  /** One line of text. */
  putLine(text: string, { x, y, width, align = 'left', ...letters }: Box): void {
    this.#use(letters)
    const kind = { features: /\p{L}/u.test(text) ? forWords : forNumbers }
    const start = align === 'right' ? x + width - this.doc.widthOfString(text, kind) : x
    this.doc.text(text, start, y, { lineBreak: false, ...kind })
  }

  /** Paragraphs from here on, over as many pages as they need. */
  flow(text: string, x: number, width: number, letters: Letters = {}): void {
    for (const line of this.linesOf(text, width, letters)) {
      const height = (letters.size ?? 9) * 1.45
      this.need(height)
      this.putLine(line, { x, y: this.y, width, ...letters })
      this.y += height
    }
  }

  /** Text as lines that fit, by words; words that are too long by letters. */
  linesOf(text: string, width: number, letters: Letters = {}): string[] {
    const widthOf = this.#widths(letters)
    const space = widthOf(' ')
    const lines: string[] = []
    for (const paragraph of text.replaceAll('\r', '').split('\n')) {
      let [line, used] = ['', 0]
      for (const word of paragraph.split(/[ \t]+/).flatMap((part) => pieces(part, width, widthOf))) {
        const longer = used + space + widthOf(word)
        if (line !== '' && longer > width) {
          lines.push(line)
          line = ''
        }
        used = line === '' ? widthOf(word) : longer
        line = line === '' ? word : `${line} ${word}`
      }
      lines.push(line)
    }
    return lines
  }

  /** How wide words are; each is measured once, which is most of the work of a long offer. */
  #widths({ size = 9, strong = false }: Letters): (word: string) => number {
    const known = strong ? this.#strongWidths : this.#plainWidths
    return (word) => {
      let width = known.get(word)
      if (width === undefined) {
        this.#use({ size: 1000, strong })
        known.set(word, (width = this.doc.widthOfString(word, { features: forWords })))
      }
      return (width * size) / 1000
    }
  }

  rule(colour: string = colours.line, weight = 0.5, from: number = page.left): void {
    this.doc
      .moveTo(from, this.y)
      .lineTo(page.width - page.right, this.y)
      .lineWidth(weight)
      .strokeColor(colour)
      .stroke()
  }

  /** Puts something on every page, now that it is known how many there are, and ends. */
  async finish(onEach: (page: number, of: number) => void): Promise<Uint8Array> {
    const { count } = this.doc.bufferedPageRange()
    for (let at = 0; at < count; at++) {
      this.doc.switchToPage(at)
      onEach(at + 1, count)
    }
    this.doc.end()
    return this.#bytes
  }

  #use({ size = 9, strong = false, colour = colours.text }: Letters): void {
    const font = fontOf(this.doc.font(strong ? 'strong' : 'plain'))
    // At its first use: fonts are numbered in that order, and the bytes stay what they were.
    if (!this.#fonts.has(font)) {
      this.#fonts.add(font)
      setOnce(font)
    }
    this.doc.fontSize(size).fillColor(colour)
  }
}

// Not among its types, and named as nothing of ours is.
const fontOf = (doc: PDFKit.PDFDocument): SettingFont => Reflect.get(doc, '_font') as SettingFont

function pieces(word: string, width: number, widthOf: (word: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let [piece, used] = ['', 0]
  for (const letter of word) {
    const wide = widthOf(letter)
    if (piece !== '' && used + wide > width) {
      parts.push(piece)
      piece = ''
      used = 0
    }
    piece += letter
    used += wide
  }
  return piece === '' ? parts : [...parts, piece]
}
