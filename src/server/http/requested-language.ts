import { languageNames, type Language } from '#contracts/language.ts'

// A header of a browser is far shorter; what is longer is no list of languages.
const longest = 200

/** Which of our languages somebody prefers; English where they name none of them. `accepted`: `de-AT,de;q=0.9,en;q=0.8`. */
export function requestedLanguage(accepted: string | undefined): Language {
  let best: { language: Language; weight: number } | null = null
  for (const part of (accepted ?? '').slice(0, longest).split(',')) {
    const [tag = '', ...settings] = part.split(';').map((text) => text.trim().toLowerCase())
    const language = languageNames.find((name) => name === tag.split('-')[0])
    const asked = settings.find((setting) => setting.startsWith('q='))
    const weight = asked === undefined ? 1 : Number(asked.slice(2))
    if (language && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language ?? 'en'
}
