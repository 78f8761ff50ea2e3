import { useEffect } from 'react'
import { languages } from '#ui/languages.ts'
import { setThemeChoice, type ThemeChoice } from '#ui/theme/theme.ts'
import { currentLanguage } from '#ui/translate.ts'
import { setOwnRegion, showLanguage } from '../language.ts'
import { useSession } from './session-context.ts'

/** What people set for themselves comes along to every device: language, theme, how numbers, dates and times are written. */
export function useAccountPreferences(): void {
  const user = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user : null))
  const language = user?.language ?? null
  const theme = user?.theme ?? null
  const region = /^[A-Z]{2}$/.exec(user?.region ?? '')?.[0] ?? null
  const timeZone = knownZone(user?.timeZone ?? null)
  useEffect(() => {
    if (language !== null && language in languages && language !== currentLanguage())
      void showLanguage(language, { remember: true })
  }, [language])
  useEffect(() => {
    const known = themes.find((one) => one === theme)
    if (known) setThemeChoice(known)
  }, [theme])
  const signedIn = user !== null
  useEffect(() => {
    if (signedIn) setOwnRegion({ region, timeZone })
  }, [signedIn, region, timeZone])
}

const themes: readonly ThemeChoice[] = ['light', 'dark', 'system']

// What a browser does not know would throw at every date it is to write.
function knownZone(name: string | null): string | null {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
