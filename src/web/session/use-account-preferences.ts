import { useEffect } from 'react'
import { languages } from '#ui/languages.ts'
import { setThemeChoice } from '#ui/theme/theme.ts'
import { currentLanguage } from '#ui/translate.ts'
import { setOwnRegion, showLanguage } from '../language.ts'
import { useSession } from './session-context.ts'

/** What people set for themselves comes along to every device: language, theme, how numbers, dates and times are written. */
export function useAccountPreferences(): void {
  const user = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user : null))
  const language = user?.language ?? null
  const theme = user?.theme ?? null
  const region = user?.region ?? null
  const timeZone = user?.timeZone ?? null
  useEffect(() => {
    if (language !== null && language in languages && language !== currentLanguage())
      void showLanguage(language, { remember: true })
  }, [language])
  useEffect(() => {
    if (theme !== null) setThemeChoice(theme)
  }, [theme])
  useEffect(() => setOwnRegion({ region, timeZone }), [region, timeZone])
}
