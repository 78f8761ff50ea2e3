/** The languages that the product speaks by itself, in what it makes and sends. */
export const languageNames = ['en', 'de'] as const
export type Language = (typeof languageNames)[number]

/** The one a person reads, English where the product does not speak it: `spoken('fr')` → `'en'`. */
export const spoken = (language: string): Language => languageNames.find((name) => name === language) ?? 'en'
