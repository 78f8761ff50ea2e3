import { describePriceBook } from '../catalogues/describe-price-book.ts'
import { preparePriceBook, priceBookInput } from '../catalogues/price-book-import.ts'
import { defineCommand } from './command.ts'

/** Says what a staged price book would add to a catalogue and change in it, and which rows it could not take. Writes nothing. */
export const cataloguePreviewImport = defineCommand({
  name: 'catalogue.preview-import',
  title: 'Look at a price book',
  input: priceBookInput,
  changes: [],
  reads: true,
  run: async (context, input, services) =>
    describePriceBook(await preparePriceBook(context, services, input)),
})
