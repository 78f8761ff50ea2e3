/** What a catalogue says of a price that somebody typed. */
const typed = /(^|, )manual$/

/**
 * Where the price of a line is from, as its resource keeps it: the same in every language. That a price was typed into the
 * catalogue is said in words where the line is explained, so it is no note.
 * @example priceNote('9 CHF × 1.05, manual') // '9 CHF × 1.05'
 */
export const priceNote = (source: string): string | null => source.replace(typed, '') || null

/** Where a price is from, with these words for one that was typed. */
export const sourceInWords = (source: string, byHand: string): string => source.replace(typed, `$1${byHand}`)
