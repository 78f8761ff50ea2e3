import type { MenuEntry } from '#ui/menu.tsx'
import { useTheme, type ThemeChoice } from '#ui/theme/theme.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { languages } from '#ui/languages.ts'
import { showLanguage } from './language.ts'
import { useKeepChoice } from './session/use-keep-choice.ts'

/** The menu entries that choose theme and language; the same in the person menu and on the public pages. */
export function useAppearanceMenu(): MenuEntry[] {
  const t = useTranslate()
  const { choice, setChoice } = useTheme()
  const language = useLanguage()
  const keep = useKeepChoice()
  return [
    {
      kind: 'choice',
      label: t('Theme'),
      value: choice,
      onChange: (theme) => {
        setChoice(theme as ThemeChoice)
        keep({ theme })
      },
      options: [
        { value: 'light', label: t('Light'), icon: 'sun' },
        { value: 'dark', label: t('Dark'), icon: 'moon' },
        { value: 'system', label: t('As the system'), icon: 'monitor' },
      ],
    },
    { kind: 'separator' },
    {
      kind: 'choice',
      label: t('Language'),
      value: language,
      onChange: (chosen) => {
        void showLanguage(chosen, { remember: true })
        keep({ language: chosen })
      },
      options: Object.entries(languages).map(([value, label]) => ({ value, label })),
    },
  ]
}
