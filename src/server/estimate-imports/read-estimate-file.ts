import { AppError } from '#base/app-error.ts'
import { baseToEstimate } from '#estimating/exchange/bc3/base-to-estimate.ts'
import { readBc3 } from '#estimating/exchange/bc3/read-bc3.ts'
import type { Bill } from '#estimating/exchange/gaeb/bill.ts'
import { billToEstimate } from '#estimating/exchange/gaeb/bill-to-estimate.ts'
import { readGaeb } from '#estimating/exchange/gaeb/read-gaeb.ts'
import type { ImportedEstimate } from '#estimating/exchange/imported-estimate.ts'
import { bc3Text } from '../exchange/bc3/bc3-text.ts'
import { xmlText } from '../exchange/xml-text.ts'

/** A file of an estimate, as its bytes say what it is. Throws `invalid` for what is damaged or of another kind. */
export function readEstimateFile(bytes: Uint8Array): ImportedEstimate {
  if (isBc3(bytes)) return baseToEstimate(readBc3(bc3Text(bytes)))
  if (!looksLikeXml(bytes))
    throw new AppError('unsupported_media_type', 'Choose a GAEB DA XML file (.x81 to .x86) or a BC3 file.')
  const bill = readBill(bytes)
  if (bill.phase === '84' && !hasWords(bill))
    throw new AppError(
      'invalid',
      'This offer (X84) has prices and no words. Import it into the estimate that it answers.',
    )
  return billToEstimate(bill)
}

/** A GAEB file. */
export const readBill = (bytes: Uint8Array): Bill => readGaeb(xmlText(bytes))

const isBc3 = (bytes: Uint8Array): boolean =>
  /^(?:ï»¿)?\s*~[A-Z]\|/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'))

const looksLikeXml = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 400))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)/, '')
    .trimStart()
    .startsWith('<')

const hasWords = ({ entries }: Pick<Bill, 'entries'>): boolean =>
  entries.some((entry) =>
    entry.kind === 'category' ? entry.title !== '' || hasWords(entry) : entry.title !== '',
  )
