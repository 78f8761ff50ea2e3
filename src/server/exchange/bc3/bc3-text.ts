import { AppError } from '#base/app-error.ts'
import { decodePage850, decodeWindows1252 } from '../decode-text.ts'

/**
 * The text of a BC3 file in the letters that its ~V record names: ANSI, 850 and 437 (whose letters of Spanish are the same), or
 * UTF-8. Without a name it is UTF-8 where all of it is valid, else ANSI. Throws `invalid` for bytes that are not what they are
 * said to be.
 */
export function bc3Text(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  const named = /~V\|(?:[^|~]*\|){4}([^|~]*)\|/.exec(head)?.[1]?.trim().toUpperCase() ?? ''
  if (named === '850' || named === '437') return decodePage850(bytes)
  if (named === 'ANSI') return decodeWindows1252(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (named.startsWith('UTF'))
      throw new AppError('invalid', 'The file is not written in UTF-8, though it says so.', { cause: error })
    return decodeWindows1252(bytes)
  }
}
