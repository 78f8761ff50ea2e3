import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { IfcFailure } from './ifc-failure.ts'
import { stepText } from './step-text.ts'

/**
 * One value of a line: a text, a number as written, a reference, a value with its type (`typecode`), a list. Of a logical
 * value neither true nor false nothing is known.
 */
export type Argument =
  | null
  | { type: number; value?: string | number | boolean | Argument | Argument[]; typecode?: number }
  | Argument[]

/** What kind a value is, by the names of ISO 10303-21. */
export const valueKinds = {
  text: 1,
  typed: 2,
  enumeration: 3,
  real: 4,
  reference: 5,
  integer: 10,
  binary: 11,
}

/** A line of the data of a file, `#12=IFCWALL(…)`. */
export interface Line {
  id: number
  /** The number of its class, `typeCode('IFCWALL')`; 0 for a line that is not there. */
  type: number
  values: Argument[]
}

/** The number that stands for the name of a class: that of web-ifc, whose lists of classes go by it. */
export const typeCode = (name: string): number => crc32(name.toUpperCase())

// Characters as the numbers they are in ASCII.
const [tab, lineFeed, formFeed, carriageReturn, space] = [9, 10, 12, 13, 32]
const [quote, doubleQuote, hash, star, slash] = [39, 34, 35, 42, 47]
const [open, close, comma, plus, minus, dot, semicolon, equals] = [40, 41, 44, 43, 45, 46, 59, 61]

const isSpace = (byte: number | undefined): boolean =>
  byte === space || byte === lineFeed || byte === carriageReturn || byte === tab || byte === formFeed
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 95)
const isNumeral = (byte: number | undefined): boolean =>
  isDigit(byte) || byte === dot || byte === plus || byte === minus || byte === 69 || byte === 101

/**
 * The lines of a STEP file (ISO 10303-21), found in one pass over its bytes and read when somebody asks. The parser of
 * web-ifc hands over each value of a line by a call of its own, which takes longer than all else there is to do with
 * lines; of a file that is no such file it reads beyond the end. Throws `unreadable` for a text that does not end.
 *
 *     const file = new StepFile(bytes)
 *     file.line(12) // { id: 12, type: typeCode('IFCWALL'), values: [{ type: 1, value: '0Xy…' }, …] }
 */
export class StepFile {
  readonly #bytes: Buffer
  readonly #isUtf8: boolean
  // Where the values of a line begin and end, and its class; by its place in the file.
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #types: number[] = []
  readonly #places = new Map<number, number>()
  readonly #byType = new Map<number, number[]>()
  readonly #codes = new Map<string, number>()
  #at = 0
  #end = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#isUtf8 = isUtf8(this.#bytes)
    this.#find()
  }

  /** How many lines there are. */
  get size(): number {
    return this.#starts.length
  }

  /** The numbers of all classes in the file. */
  types(): number[] {
    return [...this.#byType.keys()]
  }

  /** The ids of the lines of exactly this class, in the order of the file. */
  idsOf(type: number): readonly number[] {
    return this.#byType.get(type) ?? []
  }

  /** The line of an id; null where there is none. */
  line(id: number): Line | null {
    const place = this.#places.get(id)
    if (place === undefined) return null
    this.#at = this.#starts[place] ?? 0
    this.#end = this.#ends[place] ?? 0
    return { id, type: this.#types[place] ?? 0, values: this.#list() }
  }

  // `#12 = IFCWALL ( … ) ;` in the sections called DATA; anything else up to a semicolon is passed by.
  #find(): void {
    const bytes = this.#bytes
    let at = 0
    let inData = false
    while (at < bytes.length) {
      at = this.#pastSpace(at)
      if (bytes[at] !== hash || !inData) {
        const from = at
        at = this.#pastSemicolon(at)
        const word = bytes.toString('latin1', from, Math.min(at, from + 8)).toUpperCase()
        if (/^DATA\s*[;(]/.test(word)) inData = true
        else if (/^ENDSEC\s*;/.test(word)) inData = false
        continue
      }
      let id = 0
      for (at += 1; isDigit(bytes[at]); at += 1) id = id * 10 + (bytes[at] ?? 0) - 48
      at = this.#pastSpace(at)
      const isLine = bytes[at] === equals && id > 0 && id <= 0xffff_ffff
      if (isLine) at = this.#pastSpace(at + 1)
      const from = at
      while (isLetter(bytes[at]) || isDigit(bytes[at])) at += 1
      const name = at
      at = this.#pastSpace(at)
      const start = at + 1
      const isPlain = isLine && name > from && bytes[at] === open
      at = this.#pastSemicolon(at)
      if (!isPlain) continue
      const type = this.#codeOf(from, name)
      this.#places.set(id, this.#starts.length)
      this.#starts.push(start)
      this.#ends.push(at - 1)
      this.#types.push(type)
      const same = this.#byType.get(type)
      if (same) same.push(id)
      else this.#byType.set(type, [id])
    }
  }

  #codeOf(from: number, to: number): number {
    const name = this.#bytes.toString('latin1', from, to)
    const known = this.#codes.get(name)
    if (known !== undefined) return known
    const code = typeCode(name)
    this.#codes.set(name, code)
    return code
  }

  #pastSpace(from: number): number {
    const bytes = this.#bytes
    let at = from
    for (;;) {
      while (isSpace(bytes[at])) at += 1
      if (bytes[at] !== slash || bytes[at + 1] !== star) return at
      at = this.#pastComment(at)
    }
  }

  #pastComment(from: number): number {
    const end = this.#bytes.indexOf('*/', from + 2, 'latin1')
    return end < 0 ? this.#bytes.length : end + 2
  }

  /** Behind the semicolon that ends what begins here. */
  #pastSemicolon(from: number): number {
    const bytes = this.#bytes
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte === semicolon) return at + 1
      // A quote inside a text is doubled: one text ends there and another begins.
      if (byte === quote || byte === doubleQuote) at = this.#closing(at)
      else if (byte === slash && bytes[at + 1] === star) at = this.#pastComment(at) - 1
    }
    return bytes.length
  }

  #closing(from: number): number {
    const bytes = this.#bytes
    const mark = bytes[from]
    let at = from + 1
    while (at < bytes.length && bytes[at] !== mark) at += 1
    if (at >= bytes.length) throw new IfcFailure('unreadable', `the text at byte ${from} does not end`)
    return at
  }

  /** The values up to the bracket that closes them. One that is derived (`*`) is left out, as web-ifc does. */
  #list(): Argument[] {
    const values: Argument[] = []
    for (;;) {
      this.#at = this.#pastSpace(this.#at)
      const byte = this.#bytes[this.#at]
      if (this.#at >= this.#end || byte === close) {
        this.#at += 1
        return values
      }
      if (byte === comma || byte === star) this.#at += 1
      else values.push(this.#value(byte ?? 0))
    }
  }

  #value(byte: number): Argument {
    const from = this.#at
    switch (byte) {
      case quote:
        return { type: valueKinds.text, value: this.#text() }
      case hash:
        return {
          type: valueKinds.reference,
          value: Number(this.#slice(from + 1, this.#past(isDigit, from + 1))),
        }
      case open:
        this.#at += 1
        return this.#list()
      case doubleQuote:
        this.#at = this.#closing(from) + 1
        return { type: valueKinds.binary, value: this.#slice(from + 1, this.#at - 1) }
      case dot:
        if (isLetter(this.#bytes[from + 1])) return this.#enumeration()
        break
      default:
    }
    if (isLetter(byte)) return this.#typed()
    if (isNumeral(byte)) return this.#number()
    // An empty value, and what nobody can read.
    this.#at += 1
    return null
  }

  #slice(from: number, to: number): string {
    return this.#bytes.toString('latin1', from, to)
  }

  /** Moves behind what goes on so, and answers where that is. */
  #past(goesOn: (byte: number | undefined) => boolean, from: number): number {
    let at = from
    while (at < this.#end && goesOn(this.#bytes[at])) at += 1
    this.#at = at
    return at
  }

  #text(): string {
    const bytes = this.#bytes
    const from = this.#at + 1
    let end = this.#closing(this.#at)
    while (bytes[end + 1] === quote) end = this.#closing(end + 1)
    this.#at = end + 1
    let isAscii = true
    for (let at = from; at < end && isAscii; at += 1) isAscii = (bytes[at] ?? 0) < 128
    // Beside what the norm allows some programs write UTF-8, others the code page of their machine.
    return stepText(
      isAscii || !this.#isUtf8 ? bytes.toString('latin1', from, end) : bytes.toString('utf8', from, end),
    )
  }

  #enumeration(): Argument {
    const from = this.#at + 1
    const name = this.#slice(
      from,
      this.#past((byte) => isLetter(byte) || isDigit(byte), from),
    )
    if (this.#bytes[this.#at] === dot) this.#at += 1
    const logical = name.length === 1 ? logicals[name] : undefined
    if (logical === undefined) return { type: valueKinds.enumeration, value: name }
    return { type: valueKinds.enumeration, ...(logical !== null && { value: logical }) }
  }

  #number(): Argument {
    const from = this.#at
    const written = this.#slice(this.#bytes[from] === plus ? from + 1 : from, this.#past(isNumeral, from))
    if (/[.eE]/.test(written)) return { type: valueKinds.real, value: written }
    const whole = Number(written)
    return { type: valueKinds.integer, value: Number.isSafeInteger(whole) ? whole : written }
  }

  /** `IFCLENGTHMEASURE(2.5)`, or a word alone, which is none of the norm’s. */
  #typed(): Argument {
    const from = this.#at
    const typecode = this.#codeOf(
      from,
      this.#past((byte) => isLetter(byte) || isDigit(byte), from),
    )
    this.#at = this.#pastSpace(this.#at)
    if (this.#bytes[this.#at] !== open) return null
    this.#at += 1
    const [value = null] = this.#list()
    const plain = value === null || Array.isArray(value) ? value : value.value
    return { type: valueKinds.typed, typecode, ...(plain !== undefined && { value: plain }) }
  }
}

const logicals: Record<string, boolean | null | undefined> = { T: true, F: false, U: null }
