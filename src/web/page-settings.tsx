import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useAppearanceMenu } from './appearance-menu.ts'

/** Theme and language on the pages outside of the shell. */
export function PageSettings() {
  const t = useTranslate()
  const items: MenuEntry[] = useAppearanceMenu()
  return (
    <Menu items={items} align="end">
      {(trigger) => <IconButton {...trigger} icon="sun" label={t('Appearance and language')} />}
    </Menu>
  )
}
