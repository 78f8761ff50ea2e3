import { useNavigate } from 'react-router-dom'
import { setThemeChoice } from '#ui/theme/theme.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { languages } from '../language.ts'
import { useChooseLanguage } from '../session/use-choose-language.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** What the palette can do besides going somewhere. */
export function usePaletteActions(onShortcuts: () => void): PaletteEntry[] {
  const t = useTranslate()
  const navigate = useNavigate()
  const language = useLanguage()
  const chooseLanguage = useChooseLanguage()
  const signOut = useSignOut()
  const theme = t('Theme')
  return [
    {
      id: 'theme light',
      label: t('Use the light theme'),
      icon: 'sun',
      words: theme,
      run: () => setThemeChoice('light'),
    },
    {
      id: 'theme dark',
      label: t('Use the dark theme'),
      icon: 'moon',
      words: theme,
      run: () => setThemeChoice('dark'),
    },
    {
      id: 'theme system',
      label: t('Follow the theme of the system'),
      icon: 'monitor',
      words: theme,
      run: () => setThemeChoice('system'),
    },
    ...Object.entries(languages)
      .filter(([key]) => key !== language)
      .map(([key, name]) => ({
        id: `language ${key}`,
        label: t('Switch to {{language}}', { language: name }),
        icon: 'language',
        words: t('Language'),
        run: () => chooseLanguage(key),
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
