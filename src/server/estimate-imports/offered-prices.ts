import { saying } from '#base/saying.ts'
import { AppError } from '#base/app-error.ts'
import { applyPrices, type AppliedPrices } from '#estimating/exchange/gaeb/apply-prices.ts'
import type { Bill } from '#estimating/exchange/gaeb/bill.ts'
import { estimateToBill } from '#estimating/exchange/gaeb/estimate-to-bill.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { documentOf } from '../estimates/document-of.ts'
import { loadVersion, type StoredVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { readBill } from './read-estimate-file.ts'
import { uploadedFile } from './uploaded-file.ts'

export interface OfferedPrices extends AppliedPrices {
  stored: StoredVersion
  document: EstimateDocument
  offer: Bill
}

/**
 * What an uploaded offer (GAEB X84, X86) says of the lines of a version. 404 where this person may not see the file or the
 * version; `invalid` for a file that is none, that has no price, none for these lines, or prices in another currency.
 */
export async function offeredPrices(
  context: RecordContext,
  services: Pick<Services, 'files'>,
  { file, version }: { file: string; version: string },
): Promise<OfferedPrices> {
  await visibleRow(context, 'estimate_versions', version, 'read')
  const offer = readBill((await uploadedFile(context, services, file)).bytes)
  const stored = await loadVersion(context, version)
  const document = documentOf(stored)
  if (offer.currency !== null && /^[A-Z]{3}$/.test(offer.currency) && offer.currency !== document.currency)
    throw new AppError(
      'invalid',
      saying('The prices of this file are in {{file}}, the estimate is in {{estimate}}.', {
        file: offer.currency,
        estimate: document.currency,
      }),
    )
  const asked = { phase: '84' as const, name: '', project: null, hiddenMarkups: new Set<string>() }
  const applied = applyPrices(offer, estimateToBill(document, asked))
  if (applied.prices.length === 0)
    throw new AppError('invalid', 'No item of this file has a number that the estimate has.')
  // A tender that is taken for its answer would take every price away.
  if (applied.prices.every(({ price }) => price === null))
    throw new AppError('invalid', 'This file has no prices: it is a tender, or nothing was offered.')
  return { ...applied, stored, document, offer }
}
