import { saying } from '#base/saying.ts'
import { AppError } from '#base/app-error.ts'
import { decodeWindows1252, looksLikeUtf16 } from './decode-text.ts'

/**
 * The text of an XML file by its mark or by what it declares: UTF-8, UTF-16, ISO-8859-1 and Windows-1252. Throws `invalid`
 * for bytes that are not what they are said to be.
 */
export function xmlText(bytes: Uint8Array): string {
  const wide = wideOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  if (/^(iso-8859-1|iso-8859-15|windows-1252|latin1)$/.test(declared)) return decodeWindows1252(bytes)
  if (declared !== 'utf-8' && declared !== 'utf8' && declared !== 'us-ascii')
    throw new AppError(
      'invalid',
      saying('The file is written in {{encoding}}. Save it in UTF-8.', { encoding: declared }),
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('invalid', 'The file is not written in UTF-8, though it says so.', { cause: error })
  }
}

function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return looksLikeUtf16(bytes)
}
