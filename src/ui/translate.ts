import { useSyncExternalStore } from 'react'
import { fillPlaces } from '#base/fill-places.ts'

export type TranslationValues = Record<string, string | number>
export type Translate = (text: string, values?: TranslationValues) => string
/** Fetches the texts of one language: English text → translation, plural forms as `<text>_one`, `<text>_other`. */
export type LanguageLoader = (language: string) => Promise<Record<string, string>>

// The English text is the key, so a point or a colon in it is only punctuation. Forty lines of our own instead of a
// library: 13.8 kB of the first load's 200 went to one of which this is all that was used.
type Texts = Readonly<Record<string, string>>
const languages = new Map<string, Texts>()

const listeners = new Set<() => void>()
let current: { language: string; t: Translate } = { language: 'en', t: translatorOf('en') }
let wanted = 'en'

/** Translates now: `t('Delete {{name}}', { name })`; a value named `count` picks the plural form. */
export const t: Translate = (text, values) => current.t(text, values)

/** The translate function for a component; it draws again when the language changes. */
export const useTranslate = (): Translate => useSyncExternalStore(subscribe, readTranslate, readTranslate)

/** The language shown, like `de`, live. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/** The language shown, like `de`. */
export const currentLanguage = (): string => current.language

/** The language asked for last: shown, or soon. */
export const wantedLanguage = (): string => wanted

/**
 * Fetches a language and shows it. When two are asked for at once the later wins. Rejects with the loader's error
 * and keeps the language shown before.
 */
export async function loadLanguage(language: string, load: LanguageLoader): Promise<void> {
  wanted = language
  try {
    if (!languages.has(language)) languages.set(language, await load(language))
  } catch (error) {
    if (wanted === language) wanted = current.language
    throw error
  }
  if (wanted !== language) return
  current = { language, t: translatorOf(language) }
  if (typeof document !== 'undefined') document.documentElement.lang = language
  for (const listener of listeners) listener()
}

function translatorOf(language: string): Translate {
  const texts = languages.get(language) ?? {}
  const plurals = new Intl.PluralRules(language)
  return (text, values) => {
    const count = values?.['count']
    const plural = typeof count === 'number' ? own(texts, `${text}_${plurals.select(count)}`) : undefined
    const said = plural ?? own(texts, text) ?? text
    return values ? fillPlaces(said, values) : said
  }
}

const own = (texts: Texts, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readTranslate(): Translate {
  return current.t
}
