import { useNavigate } from 'react-router-dom'
import { languages } from '#ui/languages.ts'
import { setThemeChoice, type ThemeChoice } from '#ui/theme/theme.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { showLanguage } from '../language.ts'
import { useKeepChoice } from '../session/use-keep-choice.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** What the palette can do besides going somewhere. */
export function usePaletteActions(onShortcuts: () => void): PaletteEntry[] {
  const t = useTranslate()
  const navigate = useNavigate()
  const language = useLanguage()
  const keep = useKeepChoice()
  const signOut = useSignOut()
  const theme = t('Theme')
  const chooseTheme = (chosen: ThemeChoice): void => {
    setThemeChoice(chosen)
    keep({ theme: chosen })
  }
  return [
    {
      id: 'theme light',
      label: t('Use the light theme'),
      icon: 'sun',
      words: theme,
      run: () => chooseTheme('light'),
    },
    {
      id: 'theme dark',
      label: t('Use the dark theme'),
      icon: 'moon',
      words: theme,
      run: () => chooseTheme('dark'),
    },
    {
      id: 'theme system',
      label: t('Follow the theme of the system'),
      icon: 'monitor',
      words: theme,
      run: () => chooseTheme('system'),
    },
    ...Object.entries(languages)
      .filter(([key]) => key !== language)
      .map(([key, name]) => ({
        id: `language ${key}`,
        label: t('Switch to {{language}}', { language: name }),
        icon: 'language',
        words: t('Language'),
        run: () => {
          void showLanguage(key, { remember: true })
          keep({ language: key })
        },
      })),
    { id: 'shortcuts', label: t('Keyboard shortcuts'), icon: 'keyboard', run: onShortcuts },
    {
      id: 'workspaces',
      label: t('Switch workspace'),
      icon: 'building',
      run: () => void navigate('/auth/select-tenant'),
    },
    {
      id: 'create workspace',
      label: t('Create a workspace'),
      icon: 'plus',
      run: () => void navigate('/auth/create-tenant'),
    },
    { id: 'sign out', label: t('Sign out'), icon: 'logout', run: () => void signOut() },
  ]
}
