import type { MenuEntry } from '#ui/menu.tsx'
import { useTheme, type ThemeChoice } from '#ui/theme/theme.ts'
import { useLanguage, useTranslate } from '#ui/translate.ts'
import { languages } from './language.ts'
import { useChooseLanguage } from './session/use-choose-language.ts'

/** The menu entries that choose theme and language; the same in the person menu and on the public pages. */
export function useAppearanceMenu(): MenuEntry[] {
  const t = useTranslate()
  const { choice, setChoice } = useTheme()
  const language = useLanguage()
  const chooseLanguage = useChooseLanguage()
  return [
    {
      kind: 'choice',
      label: t('Theme'),
      value: choice,
      onChange: (value) => setChoice(value as ThemeChoice),
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
      onChange: chooseLanguage,
      options: Object.entries(languages).map(([value, label]) => ({ value, label })),
    },
  ]
}
