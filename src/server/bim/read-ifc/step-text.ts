/**
 * The text of a string of a STEP file (ISO 10303-21, 6.4.3): doubled quotes and backslashes, and what does not stand in
 * ASCII as `\X2\…\X0\`, `\X4\…\X0\` (code points), `\X\hh` (a byte of ISO 8859-1), `\S\c` (of the part of ISO 8859 that
 * `\PA\` … `\PI\` chose last; the first without). What is no directive is left out, as most programs do.
 *
 *     stepText("it''s \\X2\\00E9\\X0\\") // "it's é"
 */
export function stepText(written: string): string {
  const text = written.includes("''") ? written.replaceAll("''", "'") : written
  if (!text.includes('\\')) return text
  let part = 'A'
  return text.replace(directive, (_all, ...found: (string | undefined)[]) => {
    const [two, four, byte, shifted, page, escaped] = found
    if (two !== undefined) return joined(two, /.{4}/g, (unit) => String.fromCharCode(unit))
    if (four !== undefined) return joined(four, /.{8}/g, ofPoint)
    if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
    if (shifted !== undefined) return inPart(part, shifted.charCodeAt(0) + 128)
    if (page !== undefined) part = page
    return escaped === undefined ? '' : '\\'
  })
}

const directive =
  /\\X2\\([0-9A-F]*)\\X0\\|\\X4\\([0-9A-F]*)\\X0\\|\\X\\([0-9A-F]{2})|\\S\\([\s\S])|\\P([A-I])\\|(\\\\)|\\[A-Z]?\\?/gi

const joined = (hex: string, piece: RegExp, write: (code: number) => string): string =>
  (hex.match(piece) ?? []).map((digits) => write(Number.parseInt(digits, 16))).join('')

const ofPoint = (point: number): string => (point <= 0x10_ffff ? String.fromCodePoint(point) : '\u{fffd}')

const decoders = new Map<string, TextDecoder>()

/** A character of ISO 8859-1 (`A`) to ISO 8859-9 (`I`). */
function inPart(part: string, code: number): string {
  if (part.toUpperCase() === 'A') return String.fromCharCode(code)
  let decoder = decoders.get(part)
  if (!decoder) {
    decoder = new TextDecoder(`iso-8859-${part.toUpperCase().charCodeAt(0) - 64}`)
    decoders.set(part, decoder)
  }
  return decoder.decode(Uint8Array.of(code))
}
