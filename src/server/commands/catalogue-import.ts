import { invalid } from '#base/app-error.ts'
import { messageOf } from '#base/saying.ts'
import { z } from 'zod'
import { describePriceBook } from '../catalogues/describe-price-book.ts'
import { preparePriceBook, priceBookInput } from '../catalogues/price-book-import.ts'
import { writePriceBook } from '../catalogues/write-price-book.ts'
import { defineCommand } from './command.ts'

const mostDetails = 1000

/**
 * Takes a staged price book into a catalogue: all of it or nothing, in one transaction. The same file again changes nothing.
 * Rows that cannot be taken refuse the whole (422 with their lines) unless `leave_out` says that the rest is wanted.
 */
export const catalogueImport = defineCommand({
  name: 'catalogue.import',
  title: 'Import a price book',
  input: priceBookInput.extend({ leave_out: z.boolean().default(false) }),
  changes: ['catalogue_items', 'catalogue_prices'],
  run: async (context, { leave_out, ...input }, services) => {
    const prepared = await preparePriceBook(context, services, input)
    const { rejected } = prepared.book
    if (rejected.length > 0 && !leave_out)
      throw invalid(
        rejected
          .slice(0, mostDetails)
          .map(({ row, ...why }) => ({ path: `rows.${row}`, code: 'row', ...messageOf(why) })),
      )
    await writePriceBook(context, input.catalogue, prepared.plan)
    return describePriceBook(prepared)
  },
})
