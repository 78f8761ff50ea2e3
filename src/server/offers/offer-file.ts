import type { Language } from '#contracts/language.ts'
import { must } from '#base/assert.ts'
import type { Caller } from '../database/in-tenant.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { drawOffer } from '../exchange/pdf/draw-offer.ts'
import type { OfferLetter } from '../exchange/pdf/offer-letter.ts'
import { withRecords } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { Services } from '../services.ts'
import { loadLetter } from './load-letter.ts'
import { customerOf, languageOf } from './offer-language.ts'
import { keepOffer, keptOffer, type KeptOffer } from './offer-store.ts'
import { requireOffered } from './require-offered.ts'

interface Asked {
  caller: Caller
  services: Services
}

/**
 * The offer of a version for whoever may see it: the one that was made first once the version is issued, a draft made anew
 * before. No transaction is open while it is drawn. Throws 404, and 403 for somebody who may not read the prices.
 * @param language null for the customer's
 */
export async function offerFile(
  asked: Asked,
  id: string,
  language: Language | null,
): Promise<{ pdf: Uint8Array; name: string }> {
  const found = await withRecords(asked, (context) => readOffer(context, id, language), { mode: 'read' })
  if ('pdf' in found) return found
  const { letter, contentHash } = found
  const pdf = await drawOffer(letter)
  const name = nameOf(letter)
  if (contentHash === null || asked.caller.preview) return { pdf, name }
  const key = { version: id, language: letter.language, contentHash }
  const kept = await withRecords(
    asked,
    ({ tx, caller }) => keepOffer(tx, caller, key, { pdf, terms: letter.terms }),
    {
      mode: 'write',
    },
  )
  return { pdf: kept.pdf, name }
}

type Found = { pdf: Uint8Array; name: string } | { letter: OfferLetter; contentHash: string | null }

async function readOffer(context: RecordContext, id: string, language: Language | null): Promise<Found> {
  await requireOffered(context, await visibleRow(context, 'estimate_versions', id, 'read'))
  const letter = await loadLetter(context, id, language)
  if (letter.contentHash === null) return { letter, contentHash: null }
  const kept = await keptOffer(context.tx, context.caller, { version: id, language: letter.language })
  return kept ? { pdf: kept.pdf, name: nameOf(letter) } : { letter, contentHash: letter.contentHash }
}

const nameOf = ({ number, version, language }: OfferLetter): string =>
  `${language === 'de' ? 'Angebot' : 'Offer'} ${version || number}.pdf`

/**
 * The offer that a customer decides on, in their language, made now if nobody asked for it before. In the transaction of
 * the decision.
 */
export async function decidedOffer(context: RecordContext, id: string): Promise<KeptOffer> {
  const [version] = await loadObjects(context, modelNamed(context, 'estimate_versions'), [id])
  const estimates = modelNamed(context, 'estimates')
  const [estimate] = await loadObjects(context, estimates, [String(must(version).attributes.estimate)])
  const language = languageOf(await customerOf(context, must(estimate)))
  const kept = await keptOffer(context.tx, context.caller, { version: id, language })
  if (kept) return kept
  const contentHash = must(textOf(must(version).attributes, 'content_hash'))
  const letter = await loadLetter(context, id, language)
  const pdf = await drawOffer(letter)
  const { terms } = letter
  return keepOffer(context.tx, context.caller, { version: id, language, contentHash }, { pdf, terms })
}
