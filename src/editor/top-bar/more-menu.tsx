import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Menu, type MenuEntry } from '#ui/menu.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEditor } from '../state/editor-store.ts'
import { shortcuts } from '../state/use-shortcuts.ts'
import type { EditorActions } from '../use-editor-actions.ts'
import styles from './top-bar.module.css'

type Asked = 'discard' | 'reset' | 'keys' | null

/** What is seldom done: save by hand, throw the draft away, go back to the shipped screen, look at the keys. */
export function MoreMenu({ actions }: { actions: EditorActions }) {
  const t = useTranslate()
  const hasDraft = useEditor((state) => state.draft.seen !== null)
  const origin = useEditor((state) => state.origin)
  const isReleased = useEditor((state) => state.base !== null)
  const [asked, setAsked] = useState<Asked>(null)
  const close = (): void => setAsked(null)
  const items: MenuEntry[] = [
    { label: t('Save draft'), icon: 'save', shortcut: 'Ctrl+S', onSelect: () => void actions.save() },
    {
      label: t('Discard draft'),
      icon: 'undo',
      disabled: !hasDraft,
      detail: t('Back to what is released'),
      onSelect: () => setAsked('discard'),
    },
    ...(origin === 'customised' && isReleased
      ? [
          {
            label: t('Reset to shipped'),
            icon: 'rotate',
            tone: 'danger' as const,
            detail: t('This screen as it came with the product'),
            onSelect: () => setAsked('reset'),
          },
        ]
      : []),
    { kind: 'separator' },
    { label: t('Keys of the editor'), icon: 'keyboard', onSelect: () => setAsked('keys') },
  ]
  return (
    <>
      <Menu items={items} align="end">
        {(trigger) => <IconButton icon="dots" label={t('More')} {...trigger} />}
      </Menu>
      <ConfirmDialog
        open={asked === 'discard'}
        onOpenChange={close}
        title={t('Discard this draft?')}
        text={t('Everything since the last release of this screen is gone.')}
        confirmLabel={t('Discard draft')}
        onConfirm={actions.discard}
      />
      <ConfirmDialog
        open={asked === 'reset'}
        onOpenChange={close}
        title={t('Reset this screen?')}
        text={t('Everybody sees the shipped screen again at once. Earlier releases keep this version.')}
        confirmLabel={t('Reset to shipped')}
        onConfirm={actions.reset}
      />
      <Dialog open={asked === 'keys'} onOpenChange={close} title={t('Keys of the editor')} size="small">
        <dl className={styles.keys}>
          {shortcuts.map(({ keys, does }) => (
            <KeyLine key={keys} keys={keys} does={t(does)} />
          ))}
        </dl>
      </Dialog>
    </>
  )
}

function KeyLine({ keys, does }: { keys: string; does: string }) {
  return (
    <>
      <dt>{does}</dt>
      <dd>
        {keys.split(' ').map((one) => (
          <Kbd key={one} keys={one} />
        ))}
      </dd>
    </>
  )
}
