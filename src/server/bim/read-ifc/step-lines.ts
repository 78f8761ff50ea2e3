import { crc32 } from 'node:zlib'
import { IfcFailure } from './ifc-failure.ts'

/** The number that stands for the name of a class: that of web-ifc, whose lists of classes go by it. */
export const typeCode = (name: string): number => crc32(name.toUpperCase())

// Characters as the numbers they are in ASCII, and what they are part of.
const [quote, doubleQuote, hash, star, slash, open, semicolon, equals] = [39, 34, 35, 42, 47, 40, 59, 61]
const [isSpace, isDigit, isLetter, isMark] = [1, 2, 4, 8]
const kinds = new Uint8Array(256)
for (const byte of [9, 10, 12, 13, 32]) kinds[byte] = isSpace
for (let byte = 48; byte <= 57; byte += 1) kinds[byte] = isDigit
for (let byte = 65; byte <= 90; byte += 1) kinds[byte] = kinds[byte + 32] = isLetter
kinds[95] = isLetter
// What does not simply go on to the end of a line.
for (const byte of [quote, doubleQuote, slash, semicolon]) kinds[byte] = isMark

const kindOf = (byte: number | undefined): number => kinds[byte ?? 0] ?? 0

/** Where the lines of a file are: by the order in which they stand there, but for `ids`. */
export interface StepLines {
  count: number
  /** Where `#` stands, where the values begin and where the bracket behind them ends; bytes. */
  begins: Uint32Array
  starts: Uint32Array
  ends: Uint32Array
  /** The number of the class of each. */
  types: Uint32Array
  /** The ids of the lines of a class. */
  ids: ReadonlyMap<number, readonly number[]>
  /** Which line has this id, of several the last; undefined where none has it. */
  placeOf(id: number): number | undefined
}

/**
 * Finds the lines of a STEP file (ISO 10303-21) in one pass over its bytes: `#12 = IFCWALL ( … ) ;` in the sections called
 * DATA; anything else up to a semicolon is passed by. Throws `unreadable` for a text that does not end.
 */
export function findLines(bytes: Buffer, names: ClassNames): StepLines {
  const found = new Found()
  let at = 0
  let inData = false
  while (at < bytes.length) {
    at = pastSpace(bytes, at)
    const begin = at
    if (bytes[at] !== hash || !inData) {
      at = pastSemicolon(bytes, at)
      const word = bytes.toString('latin1', begin, Math.min(at, begin + 8)).toUpperCase()
      if (/^DATA\s*[;(]/.test(word)) inData = true
      else if (/^ENDSEC\s*;/.test(word)) inData = false
      continue
    }
    let id = 0
    for (at += 1; kindOf(bytes[at]) === isDigit; at += 1) id = id * 10 + (bytes[at] ?? 0) - 48
    at = pastSpace(bytes, at)
    const isLine = bytes[at] === equals && id > 0 && id <= 0xffff_ffff
    if (isLine) at = pastSpace(bytes, at + 1)
    const from = at
    while ((kindOf(bytes[at]) & (isLetter | isDigit)) !== 0) at += 1
    const name = at
    at = pastSpace(bytes, at)
    const start = at + 1
    const isPlain = isLine && name > from && bytes[at] === open
    at = pastSemicolon(bytes, at)
    if (isPlain) found.add(id, names.codeOf(from, name), begin, start, at - 1)
  }
  return found.lines()
}

/** Behind white space and comments. */
export function pastSpace(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    while (kindOf(bytes[at]) === isSpace) at += 1
    if (bytes[at] !== slash || bytes[at + 1] !== star) return at
    at = pastComment(bytes, at)
  }
}

/** The quote that closes the text that begins here, or half of a doubled one. Throws `unreadable` where there is none. */
export function closingQuote(bytes: Buffer, from: number): number {
  const mark = bytes[from]
  let at = from + 1
  while (at < bytes.length && bytes[at] !== mark) at += 1
  if (at >= bytes.length) throw new IfcFailure('unreadable', `the text at byte ${from} does not end`)
  return at
}

function pastComment(bytes: Buffer, from: number): number {
  const end = bytes.indexOf('*/', from + 2, 'latin1')
  return end < 0 ? bytes.length : end + 2
}

/** Behind the semicolon that ends what begins here. */
function pastSemicolon(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (kindOf(byte) !== isMark) continue
    if (byte === semicolon) return at + 1
    // A quote inside a text is doubled: one text ends there and another begins.
    if (byte !== slash) at = closingQuote(bytes, at)
    else if (bytes[at + 1] === star) at = pastComment(bytes, at) - 1
  }
  return bytes.length
}

/** The numbers of names of classes: a file has half a million names, and hardly two hundred different ones. */
export class ClassNames {
  readonly #known = new Map<number, { from: number; to: number; code: number }[]>()

  constructor(private readonly bytes: Buffer) {}

  codeOf(from: number, to: number): number {
    let sum = to - from
    for (let at = from; at < to; at += 1) sum = (Math.imul(sum, 31) + (this.bytes[at] ?? 0)) | 0
    const alike = this.#known.get(sum)
    for (const one of alike ?? []) if (this.#isSame(one, from, to)) return one.code
    const made = { from, to, code: typeCode(this.bytes.toString('latin1', from, to)) }
    if (alike) alike.push(made)
    else this.#known.set(sum, [made])
    return made.code
  }

  #isSame(one: { from: number; to: number }, from: number, to: number): boolean {
    if (one.to - one.from !== to - from) return false
    for (let at = 0; at < to - from; at += 1)
      if (this.bytes[one.from + at] !== this.bytes[from + at]) return false
    return true
  }
}

/** The lines found so far, as numbers side by side. */
class Found {
  #room = 65_536
  #count = 0
  #columns = Array.from({ length: 5 }, () => new Uint32Array(this.#room))
  readonly #byType = new Map<number, number[]>()

  add(id: number, type: number, begin: number, start: number, end: number): void {
    if (this.#count === this.#room) this.#grow()
    const [ids, types, begins, starts, ends] = this.#columns
    if (!ids || !types || !begins || !starts || !ends) return
    const place = this.#count
    ids[place] = id
    types[place] = type
    begins[place] = begin
    starts[place] = start
    ends[place] = end
    this.#count += 1
    const same = this.#byType.get(type)
    if (same) same.push(id)
    else this.#byType.set(type, [id])
  }

  lines(): StepLines {
    const [ids, types, begins, starts, ends] = this.#columns.map((column) => column.subarray(0, this.#count))
    const none = new Uint32Array()
    return {
      count: this.#count,
      begins: begins ?? none,
      starts: starts ?? none,
      ends: ends ?? none,
      types: types ?? none,
      ids: this.#byType,
      placeOf: placesOf(ids ?? none),
    }
  }

  #grow(): void {
    this.#room *= 2
    this.#columns = this.#columns.map((column) => {
      const wider = new Uint32Array(this.#room)
      wider.set(column)
      return wider
    })
  }
}

/** Which line has which id: looked up in a list as long as the greatest id, unless most of it would be empty. */
function placesOf(ids: Uint32Array): (id: number) => number | undefined {
  let most = 0
  for (const id of ids) if (id > most) most = id
  if (most > 8 * ids.length + 65_536) {
    const places = new Map<number, number>()
    for (let place = 0; place < ids.length; place += 1) places.set(ids[place] ?? 0, place)
    return (id) => places.get(id)
  }
  // One more than the place, so that none is nothing.
  const places = new Uint32Array(most + 1)
  for (let place = 0; place < ids.length; place += 1) places[ids[place] ?? 0] = place + 1
  return (id) => {
    const place = places[id] ?? 0
    return place === 0 ? undefined : place - 1
  }
}
