import en from './locales/en.json' with { type: 'json' }
import { languages } from '#ui/languages.ts'
import { setRegion } from '#ui/region.ts'
import { currentLanguage, loadLanguage, t } from '#ui/translate.ts'
import { toast } from '#ui/toasts/toast.ts'

const LANGUAGE_KEY = 'language'
const files: Record<string, () => Promise<{ default: Record<string, string> }>> = {
  // English texts are their own keys; its file holds only what differs for one.
  en: async () => ({ default: en }),
  de: () => import('./locales/de.json'),
}

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
  showRegion()
}

const REGION_KEY = 'region'
let own: OwnRegion | null = null

/** How a person wants numbers, dates and times; null: as the browser has it. */
export interface OwnRegion {
  region: string | null
  timeZone: string | null
}

/** Writes numbers, dates and times as somebody wants them, at once. */
export function setOwnRegion(wish: OwnRegion): void {
  own = wish
  // The next page begins with it: the account is asked later than numbers are drawn.
  localStorage.setItem(REGION_KEY, JSON.stringify(wish))
  showRegion()
}

function showRegion(): void {
  const language = currentLanguage()
  const { region, timeZone } = (own ??= storedRegion())
  setRegion({
    locale: region ? `${language}-${region}` : regionOf(language),
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
}

function storedRegion(): OwnRegion {
  const stored = localStorage.getItem(REGION_KEY)
  return stored ? (JSON.parse(stored) as OwnRegion) : { region: null, timeZone: null }
}

// A Swiss reader of German writes 1’234.50: the browser's own region wins where it speaks the language.
const regionOf = (language: string): string =>
  navigator.languages.find((tag) => tag.startsWith(language)) ?? language
