import en from './locales/en.json' with { type: 'json' }
import { setRegion } from '#ui/region.ts'
import { loadLanguage, t } from '#ui/translate.ts'
import { toast } from '#ui/toasts/toast.ts'

/** Every language there is a file for, by its own name. One more is one file in `locales` and one line here. */
export const languages = { en: 'English', de: 'Deutsch' } as const

const LANGUAGE_KEY = 'language'
const files: Record<string, () => Promise<{ default: Record<string, string> }>> = {
  // English texts are their own keys; its file holds only what differs for one.
  en: async () => ({ default: en }),
  de: () => import('./locales/de.json'),
}

/** Whether a language was chosen on this device. */
export const hasChosenLanguage = (): boolean => localStorage.getItem(LANGUAGE_KEY) !== null

/** The language to start with: the one chosen on this device, else the browser's, else English. */
export const preferredLanguage = (): string =>
  [localStorage.getItem(LANGUAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))].find(
    (tag) => tag !== null && tag in languages,
  ) ?? 'en'

/** Shows a language and writes numbers and dates its way. Keeps the one shown before, and says so, when it cannot be fetched. */
export async function showLanguage(language: string, { remember = false } = {}): Promise<void> {
  const load = files[language] ?? files['en']
  if (!load) return
  try {
    await loadLanguage(language, async () => (await load()).default)
  } catch {
    toast.error(t('This language could not be loaded. Check your connection and try again.'))
    return
  }
  if (remember) localStorage.setItem(LANGUAGE_KEY, language)
  setRegion({ locale: regionOf(language), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })
}

// A Swiss reader of German writes 1’234.50: the browser's own region wins where it speaks the language.
const regionOf = (language: string): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language
