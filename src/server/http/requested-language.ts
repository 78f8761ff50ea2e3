import { languageNames, type Language } from '#contracts/language.ts'

/** The language of the first preference that is one of ours; English otherwise. `accepted`: `de-AT,de;q=0.9,en`. */
export const requestedLanguage = (accepted: string | undefined): Language =>
  (accepted ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .flatMap((code) => languageNames.find((name) => name === code) ?? [])[0] ?? 'en'
