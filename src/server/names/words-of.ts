import type { Language } from '#contracts/language.ts'

type Words = Readonly<Record<string, string>>

// English texts are their own keys.
const files: Record<Language, () => Promise<Words>> = {
  en: async () => ({}),
  de: async () => (await import('#web/locales/de.json', { with: { type: 'json' } })).default,
}
const loaded = new Map<Language, Promise<Words>>()

/** What the product's words are in a language, as its screens say them; read when the first one asks. */
export async function wordsOf(language: Language): Promise<(text: string) => string> {
  let words = loaded.get(language)
  if (!words) loaded.set(language, (words = files[language]()))
  const known = await words
  return (text) => (Object.hasOwn(known, text) ? (known[text] ?? text) : text)
}
