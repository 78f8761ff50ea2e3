/** What a catalogue says of a price that somebody typed. */
const typed = /(^|, )manual$/

/** How an exchanged price notes what it was before: `(12.5 USD − 10 %) × 0.92`. */
const exchange = /^\(?\d+(\.\d+)? [A-Z]{3} .*× \d+(\.\d+)?/

/**
 * Where the price of a line is from, as its resource keeps it: the same in every language. That a price was typed into the
 * catalogue is said in words where the line is explained, so it is no note.
 * @example priceNote('9 CHF × 1.05, manual') // '9 CHF × 1.05'
 */
export const priceNote = (source: string): string | null => source.replace(typed, '') || null

/** Where a price is from, with these words for one that was typed, and the numbers of an exchange as they are read. */
export const sourceInWords = (
  source: string,
  { byHand, numbers }: { byHand: string; numbers: (text: string) => string },
): string => source.replace(typed, `$1${byHand}`).replace(exchange, numbers)
