import { useEffect } from 'react'
import { hasChosenLanguage, showLanguage } from '../language.ts'
import { useSession } from './session-context.ts'

/** A person's language comes along to a new device, unless another one was chosen there. */
export function useAccountLanguage(): void {
  const language = useSession(({ auth }) => (auth.phase === 'signed-in' ? auth.user.language : null))
  useEffect(() => {
    if (language !== null && !hasChosenLanguage()) void showLanguage(language)
  }, [language])
}
