import { isUtf8 } from 'node:buffer'
import { ClassNames, closingQuote, findLines, pastSpace, type StepLines } from './step-lines.ts'
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

// Characters as the numbers they are in ASCII.
const [quote, doubleQuote, hash, star] = [39, 34, 35, 42]
const [open, close, comma, plus, minus, dot] = [40, 41, 44, 43, 45, 46]

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
  readonly #lines: StepLines
  readonly #names: ClassNames
  #at = 0
  #end = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#isUtf8 = isUtf8(this.#bytes)
    this.#names = new ClassNames(this.#bytes)
    this.#lines = findLines(this.#bytes, this.#names)
  }

  /** How many lines there are. */
  get size(): number {
    return this.#lines.count
  }

  /** The numbers of all classes in the file. */
  types(): number[] {
    return [...this.#lines.ids.keys()]
  }

  /** The ids of the lines of exactly this class, in the order of the file. */
  idsOf(type: number): readonly number[] {
    return this.#lines.ids.get(type) ?? []
  }

  /** The line of an id; null where there is none. */
  line(id: number): Line | null {
    const { starts, ends, types, placeOf } = this.#lines
    const place = placeOf(id)
    if (place === undefined) return null
    this.#at = starts[place] ?? 0
    this.#end = ends[place] ?? 0
    return { id, type: types[place] ?? 0, values: this.#list() }
  }

  /** All lines of exactly this class. */
  linesOf(type: number): Line[] {
    return this.idsOf(type).flatMap((id) => this.line(id) ?? [])
  }

  /** The number of the class of a line; 0 where there is none. */
  typeOf(id: number): number {
    const place = this.#lines.placeOf(id)
    return place === undefined ? 0 : (this.#lines.types[place] ?? 0)
  }

  /** The values of a line as they are written, each byte a character. */
  textOf(id: number): string {
    const place = this.#lines.placeOf(id)
    return place === undefined
      ? ''
      : this.#slice(this.#lines.starts[place] ?? 0, this.#lines.ends[place] ?? 0)
  }

  /** The bytes of the file but for the lines of these classes. */
  without(types: ReadonlySet<number>): Uint8Array {
    const bytes = new Uint8Array(this.#bytes.length)
    let [from, length] = [0, 0]
    const keep = (to: number): void => {
      bytes.set(this.#bytes.subarray(from, to), length)
      length += to - from
    }
    const { count, begins, ends, types: found } = this.#lines
    for (let place = 0; place < count; place += 1) {
      if (!types.has(found[place] ?? 0)) continue
      const begin = begins[place] ?? 0
      // Between two lines that go there is mostly nothing.
      if (pastSpace(this.#bytes, from) < begin) keep(begin)
      from = (ends[place] ?? 0) + 1
    }
    keep(this.#bytes.length)
    return bytes.subarray(0, length)
  }

  /** The values up to the bracket that closes them. One that is derived (`*`) is left out, as web-ifc does. */
  #list(): Argument[] {
    const values: Argument[] = []
    for (;;) {
      this.#at = pastSpace(this.#bytes, this.#at)
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
        this.#at = closingQuote(this.#bytes, from) + 1
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
    let end = closingQuote(bytes, this.#at)
    while (bytes[end + 1] === quote) end = closingQuote(bytes, end + 1)
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
    const typecode = this.#names.codeOf(
      from,
      this.#past((byte) => isLetter(byte) || isDigit(byte), from),
    )
    this.#at = pastSpace(this.#bytes, this.#at)
    if (this.#bytes[this.#at] !== open) return null
    this.#at += 1
    const [value = null] = this.#list()
    const plain = value === null || Array.isArray(value) ? value : value.value
    return { type: valueKinds.typed, typecode, ...(plain !== undefined && { value: plain }) }
  }
}

const logicals: Record<string, boolean | null | undefined> = { T: true, F: false, U: null }
