import { inflateSync } from 'node:zlib'

/** The text of a PDF as our own writer makes it, in the order in which it was put there. */
export function pdfText(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body)
  const fonts = new Map<string, Map<string, string>>()
  for (const [, name = '', id = ''] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    if (map !== undefined) fonts.set(name, lettersOf(streamOf(objects.get(map) ?? '')))
  }
  const words: string[] = []
  for (const body of objects.values()) {
    const content = streamOf(body)
    if (!content.includes(' Tf')) continue
    let letters = new Map<string, string>()
    for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) letters = fonts.get(font) ?? letters
      if (shown === undefined) continue
      const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/gi)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      )
      words.push(glyphs.map((glyph) => letters.get(glyph) ?? '?').join(''))
    }
  }
  return words.join('\n')
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n')
  if (start < 0) return ''
  const end = body.lastIndexOf('\nendstream')
  const bytes = Buffer.from(body.slice(start + 7, end), 'latin1')
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const texts = [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => hex.replaceAll(' ', ''))
    for (const [at, hex] of texts.entries()) {
      const glyph = (parseInt(first, 16) + at).toString(16).padStart(4, '0')
      letters.set(glyph, Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}
