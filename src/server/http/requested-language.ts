import { languageNames, type Language } from '#contracts/language.ts'
import type { Reader } from '../public/shared-value.ts'

// A header of a browser is far shorter; what is longer is no list of languages.
const longest = 200

const knownTag = /^[a-z]{2}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/

/** Who reads, by what a browser accepts (`de-AT,de;q=0.9,en;q=0.8`); English where it names none of our languages. */
export function requestedReader(accepted: string | undefined): Reader {
  let best: (Reader & { weight: number }) | null = null
  for (const part of (accepted ?? '').slice(0, longest).split(',')) {
    const [tag = '', ...settings] = part.split(';').map((text) => text.trim().toLowerCase())
    const language = languageNames.find((name) => name === tag.split('-')[0])
    const asked = settings.find((setting) => setting.startsWith('q='))
    const weight = asked === undefined ? 1 : Number(asked.slice(2))
    if (language && weight > (best?.weight ?? 0))
      best = { language, locale: knownTag.test(tag) ? tag : language, weight }
  }
  return best ? { language: best.language, locale: best.locale } : { language: 'en', locale: 'en' }
}

/** Which of our languages somebody prefers; English where they name none of them. */
export const requestedLanguage = (accepted: string | undefined): Language =>
  requestedReader(accepted).language
