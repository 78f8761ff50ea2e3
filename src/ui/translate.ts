import i18next from 'i18next'
import { useSyncExternalStore } from 'react'

export type TranslationValues = Record<string, string | number>
export type Translate = (text: string, values?: TranslationValues) => string
/** Fetches the texts of one language: English text → translation, plural forms as `<text>_one`, `<text>_other`. */
export type LanguageLoader = (language: string) => Promise<Record<string, string>>

// The English text is the key, so a point or a colon in it is only punctuation. React escapes what it draws.
const translator = i18next.createInstance()
void translator.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
  showSupportNotice: false,
})

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

/**
 * Fetches a language and shows it. When two are asked for at once the later wins. Rejects with the loader's error
 * and keeps the language shown before.
 */
export async function loadLanguage(language: string, load: LanguageLoader): Promise<void> {
  wanted = language
  if (!translator.hasResourceBundle(language, 'translation')) {
    translator.addResourceBundle(language, 'translation', await load(language))
  }
  if (wanted !== language) return
  await translator.changeLanguage(language)
  current = { language, t: translatorOf(language) }
  if (typeof document !== 'undefined') document.documentElement.lang = language
  for (const listener of listeners) listener()
}

function translatorOf(language: string): Translate {
  const fixed = translator.getFixedT(language)
  return (text, values) => fixed(text, { ...values })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readTranslate(): Translate {
  return current.t
}
