import { AppError, invalid } from '#base/app-error.ts'

const deepest = 64
const codes = {
  quote: 34,
  backslash: 92,
  openBrace: 123,
  closeBrace: 125,
  openBracket: 91,
  closeBracket: 93,
  colon: 58,
  comma: 44,
} as const
const simpleEscapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Reads JSON more strictly than `JSON.parse`: 400 `bad_request` for what is no JSON, 422 `invalid` with the path for what
 * would be read by others in another way: the same key twice, more than 64 levels, NUL, halves of surrogate pairs,
 * numbers that no double can hold, and `__proto__`.
 */
export function parseJson(text: string): unknown {
  const reader = new JsonReader(text)
  return reader.readAll()
}

class JsonReader {
  private at = 0
  private readonly path: (string | number)[] = []
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  readAll(): unknown {
    this.skipSpace()
    const value = this.readValue()
    this.skipSpace()
    if (this.at < this.text.length) throw this.malformed('something follows the value')
    return value
  }

  private readValue(): unknown {
    switch (this.text.charCodeAt(this.at)) {
      case codes.openBrace:
        return this.readObject()
      case codes.openBracket:
        return this.readArray()
      case codes.quote:
        return this.readString()
      default:
        return this.readWord()
    }
  }

  private readObject(): Record<string, unknown> {
    this.at += 1
    const object: Record<string, unknown> = {}
    this.skipSpace()
    if (this.take(codes.closeBrace)) return object
    this.goDeeper()
    for (;;) {
      this.skipSpace()
      if (this.text.charCodeAt(this.at) !== codes.quote) throw this.malformed('a key in quotes belongs here')
      const key = this.readString()
      this.path[this.path.length - 1] = key
      if (key === '__proto__') throw this.refused('key', 'This key is not allowed.')
      if (Object.hasOwn(object, key)) throw this.refused('duplicate_key', 'This key is there twice.')
      this.skipSpace()
      if (!this.take(codes.colon)) throw this.malformed('a colon belongs here')
      this.skipSpace()
      object[key] = this.readValue()
      this.skipSpace()
      if (this.take(codes.closeBrace)) break
      if (!this.take(codes.comma)) throw this.malformed('a comma or } belongs here')
    }
    this.path.pop()
    return object
  }

  private readArray(): unknown[] {
    this.at += 1
    const list: unknown[] = []
    this.skipSpace()
    if (this.take(codes.closeBracket)) return list
    this.goDeeper()
    for (;;) {
      this.path[this.path.length - 1] = list.length
      this.skipSpace()
      list.push(this.readValue())
      this.skipSpace()
      if (this.take(codes.closeBracket)) break
      if (!this.take(codes.comma)) throw this.malformed('a comma or ] belongs here')
    }
    this.path.pop()
    return list
  }

  private goDeeper(): void {
    if (this.path.length >= deepest) throw this.refused('too_deep', `More than ${deepest} levels.`)
    this.path.push('')
  }

  private readString(): string {
    this.at += 1
    let start = this.at
    let built = ''
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (Number.isNaN(code)) throw this.malformed('a text is not closed')
      if (code === codes.quote) break
      if (code < 32) throw this.malformed('a control character must be escaped')
      if (code !== codes.backslash) {
        this.at += 1
        continue
      }
      built += this.text.slice(start, this.at) + this.readEscape()
      start = this.at
    }
    const value = built === '' ? this.text.slice(start, this.at) : built + this.text.slice(start, this.at)
    this.at += 1
    if (built !== '' && !isWellFormed(value))
      throw this.refused('text', 'This text holds half of a character.')
    return value
  }

  private readEscape(): string {
    const letter = this.text.charAt(this.at + 1)
    const simple = simpleEscapes[letter]
    if (simple !== undefined) {
      this.at += 2
      return simple
    }
    const digits = this.text.slice(this.at + 2, this.at + 6)
    if (letter !== 'u' || !/^[0-9a-f]{4}$/i.test(digits)) throw this.malformed('this escape does not exist')
    if (digits === '0000') throw this.refused('nul', 'Text cannot hold the character NUL.')
    this.at += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  private readWord(): unknown {
    const word = /[^\s,:[\]{}"]*/y
    word.lastIndex = this.at
    const found = word.exec(this.text)?.[0] ?? ''
    if (found === 'true' || found === 'false' || found === 'null') {
      this.at += found.length
      return found === 'null' ? null : found === 'true'
    }
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(found))
      throw this.malformed('a value belongs here')
    const number = Number(found)
    const whole = /^-?\d+$/.test(found)
    if (!Number.isFinite(number) || (whole && !Number.isSafeInteger(number)))
      throw this.refused('number', 'This number is too large to be exact; send it as text.')
    this.at += found.length
    return number
  }

  private take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false
    this.at += 1
    return true
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return
      this.at += 1
    }
  }

  private malformed(why: string): AppError {
    const before = this.text.slice(0, this.at)
    const line = before.split('\n').length
    const column = this.at - before.lastIndexOf('\n')
    const place = this.path.join('.')
    return new AppError(
      'bad_request',
      `The body is no JSON: ${why} (line ${line}, column ${column}${place ? `, at ${place}` : ''}).`,
      { details: [{ path: place, code: 'json', message: why }] },
    )
  }

  private refused(code: string, message: string): AppError {
    return invalid([{ path: this.path.join('.'), code, message }])
  }
}

const isWellFormed = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
