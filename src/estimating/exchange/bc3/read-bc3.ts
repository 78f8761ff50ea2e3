import { AppError } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'
import type { ResourceType } from '../../estimate-document.ts'
import type { Concept, ConceptPart, PriceBase } from './price-base.ts'

/** More than the largest price bases have. */
const mostRecords = 2_000_000

const refuse = (message: string): AppError => new AppError('invalid', message)

interface Draft extends Omit<Concept, 'parts' | 'code'> {
  parts: ConceptPart[]
}

/**
 * Reads FIEBDC-3: properties, concepts, what they are made of, texts and measurements. Records of other kinds say nothing
 * about prices and are passed by. Throws `invalid` for what is no BC3 file, or has numbers that are none.
 * @param text decoded (`bc3Text`)
 * @example readBc3(text).concepts.get('E01AA010')
 */
export function readBc3(text: string): PriceBase {
  if (!/^\s*~[A-Z]/.test(text)) throw refuse('This is no BC3 file: it begins with no record.')
  const reader = new Bc3Reader()
  let records = 0
  for (const record of text.split('~')) {
    if (record.trim() === '') continue
    if (++records > mostRecords) throw refuse('The file has too many records.')
    const fields = record.replaceAll(/\r?\n/g, '\n').split('|')
    reader.take(fields[0]?.trim().toUpperCase() ?? '', fields.slice(1))
  }
  return reader.base()
}

class Bc3Reader {
  readonly #concepts = new Map<string, Draft>()
  readonly #measured = new Map<string, string>()
  #digits = { factor: 3, amount: 2, quantity: 2, total: 2 }
  #currency: string | null = null

  take(kind: string, fields: readonly string[]): void {
    if (kind === 'K') this.#properties(fields)
    else if (kind === 'C') this.#concept(fields)
    else if (kind === 'D' || kind === 'Y') this.#parts(fields)
    else if (kind === 'T') this.#text(fields)
    else if (kind === 'M' || kind === 'N') this.#measurement(fields)
  }

  base(): PriceBase {
    if (this.#concepts.size === 0) throw refuse('The BC3 file holds no concept.')
    const concepts = new Map<string, Concept>()
    for (const [code, draft] of this.#concepts) {
      const parts = draft.parts.map((part) => {
        const measured = this.#measured.get(`${code}\\${part.code}`)
        return measured === undefined ? part : { ...part, factor: '1', yield: measured }
      })
      concepts.set(code, { ...draft, code, parts })
    }
    const root = [...concepts.values()].find(({ kind }) => kind === 'root')
    return { concepts, root: root?.code ?? null, currency: this.#currency, digits: this.#digits }
  }

  // ~K | DN \ DD \ DS \ DR \ DI \ DP \ DC \ DM \ currency | …
  #properties([first = '', , third = '']: readonly string[]): void {
    const parts = first.split('\\').map((part) => part.trim())
    const digit = (at: number, usual: number): number => {
      const read = Number(parts[at] || usual)
      return Number.isInteger(read) && Math.abs(read) <= 6 ? Math.abs(read) : usual
    }
    this.#digits = { factor: digit(3, 3), amount: digit(4, 2), quantity: digit(2, 2), total: digit(7, 2) }
    const currency = [...parts, ...third.split('\\')].find((part) => /^[A-Z]{3}$/.test(part.trim()))
    this.#currency = currency?.trim() ?? null
  }

  // ~C | code { \ code } | unit | summary | { price \ } | { date \ } | type |
  #concept([codes = '', unit = '', title = '', prices = '', , type = '']: readonly string[]): void {
    const [given = ''] = codes.split('\\')
    const draft = this.#draftOf(given)
    if (given.trim().endsWith('##')) draft.kind = 'root'
    else if (given.trim().endsWith('#')) draft.kind = 'chapter'
    draft.unit = unit.trim()
    draft.title = title.trim()
    draft.price = numberOf(prices.split('\\')[0] ?? '', given)
    draft.type = types[type.trim()] ?? null
  }

  // ~D | parent | { child \ factor \ yield \ } |. Said again, it adds to what was said.
  #parts([parent = '', list = '']: readonly string[]): void {
    const draft = this.#draftOf(parent)
    const cells = list.split('\\')
    for (let at = 0; at < cells.length; at += 3) {
      const code = plainCode(cells[at] ?? '')
      if (code === '') continue
      this.#draftOf(code)
      const factor = numberOf(cells[at + 1] ?? '', code) ?? '1'
      draft.parts.push({ code, factor, yield: numberOf(cells[at + 2] ?? '', code) ?? '1' })
    }
  }

  #text([code = '', text = '']: readonly string[]): void {
    this.#draftOf(code).text = text.trim() === '' ? null : text.trim()
  }

  // ~M | parent \ child | position | total | { … } |
  #measurement([place = '', , total = '']: readonly string[]): void {
    const [parent = '', child = ''] = place.split('\\')
    const measured = numberOf(total, child)
    if (measured !== null) this.#measured.set(`${plainCode(parent)}\\${plainCode(child)}`, measured)
  }

  #draftOf(given: string): Draft {
    const code = plainCode(given)
    let draft = this.#concepts.get(code)
    if (!draft) {
      draft = { kind: 'concept', unit: '', title: '', text: null, price: null, type: null, parts: [] }
      this.#concepts.set(code, draft)
    }
    return draft
  }
}

const plainCode = (code: string): string => code.trim().replace(/#+$/, '')

/** What the number of a concept's type says; 0 is none. Letters stand for machines and materials of one's own. */
const types: Readonly<Record<string, ResourceType>> = {
  '1': 'labour',
  '2': 'equipment',
  '3': 'material',
  '4': 'other',
  '5': 'other',
  H: 'labour',
  Q: 'equipment',
  '%': 'other',
}

function numberOf(text: string, code: string): string | null {
  const plain = text.trim().replace(',', '.').replace(/^\./, '0.').replace(/^-\./, '-0.').replace(/\.$/, '')
  if (plain === '') return null
  if (!isDecimalText(plain))
    throw refuse(`“${text.trim().slice(0, 40)}” of ${code.trim().slice(0, 40)} is no number.`)
  return plain
}
