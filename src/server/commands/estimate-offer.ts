import { z } from 'zod'
import { languageNames } from '#contracts/language.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { sumRows } from '../exchange/pdf/sum-rows.ts'
import { loadLetter } from '../offers/load-letter.ts'
import { offerRows } from '../offers/offer-rows.ts'
import { requireOffered } from '../offers/require-offered.ts'
import { defineCommand } from './command.ts'

/**
 * What a version is offered at, line by line: the same prices as in the PDF, with everything in them that the customer is not
 * shown. It is for whoever may have that.
 */
export const estimateOffer = defineCommand({
  name: 'estimate.offer',
  title: 'Show an offer',
  input: z.strictObject({ version: z.uuid(), language: z.enum(languageNames).default('en') }),
  changes: [],
  reads: true,
  async run(context, { version, language }) {
    await requireOffered(context, await visibleRow(context, 'estimate_versions', version, 'read'))
    const { offer } = await loadLetter(context, version, language)
    return {
      currency: offer.currency,
      rows: offerRows(offer.entries, language).map((row) => ({ ...row })),
      sums: sumRows(offer.sums, offer.currency, language).map(({ label, amount }) => ({ label, amount })),
    }
  },
})
