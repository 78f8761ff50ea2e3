import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { leavePart } from '#engine/routing/hold-part.ts'
import { Icon } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { CommandPaletteProps } from './command-palette-door.tsx'
import styles from './command-palette.module.css'
import { matchingEntries, type PaletteEntry } from './palette-entries.ts'
import { usePaletteActions } from './use-palette-actions.ts'
import { usePaletteScreens } from './use-palette-screens.ts'
import { useRecordSearch } from './use-record-search.ts'

/** Ctrl/Cmd-K: every screen, every record, the acts of the frame. */
export function CommandPalette({ onOpenChange, onShortcuts }: CommandPaletteProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const screens = usePaletteScreens()
  const actions = usePaletteActions(onShortcuts)
  const records = useRecordSearch(typed)
  // The browser's own dialog keeps the focus inside, closes with Esc, and gives the focus back.
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    // Only the backdrop belongs to the dialog itself; everything else is inside of it.
    const outside = (event: MouseEvent): void => {
      if (event.target === element) element?.close()
    }
    element?.addEventListener('click', outside)
    return () => element?.removeEventListener('click', outside)
  }, [])

  const groups: [title: string, entries: PaletteEntry[]][] = [
    [t('Screens'), matchingEntries(screens, typed).slice(0, typed ? 8 : 6)],
    [t('Records'), records.entries],
    [t('Actions'), matchingEntries(actions, typed).slice(0, 8)],
  ]
  const nothing = !records.searching && groups.every(([, entries]) => entries.length === 0)
  const run = (entry: PaletteEntry): void => {
    onOpenChange(false)
    leavePart(entry.run)
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('Search')}
      onClose={() => onOpenChange(false)}
    >
      <Command shouldFilter={false} loop label={t('Search')} className={styles.command}>
        <div className={styles.head}>
          <Icon name="search" />
          <Command.Input
            ref={input}
            value={typed}
            onValueChange={setTyped}
            placeholder={t('Search screens, records, actions')}
            className={styles.input}
          />
          <Kbd keys="Esc" />
        </div>
        <Command.List className={styles.list} label={t('Found')}>
          {groups.map(
            ([title, entries]) =>
              entries.length > 0 && (
                <Command.Group key={title} heading={title} className={styles.group}>
                  {entries.map((entry) => (
                    <Command.Item
                      key={entry.id}
                      value={entry.id}
                      onSelect={() => run(entry)}
                      className={styles.item}
                    >
                      <Icon name={entry.icon} />
                      <span className={styles.label}>{entry.label}</span>
                      {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ),
          )}
          {records.searching && <p className={styles.note}>{t('Searching records…')}</p>}
          {records.failed && <p className={styles.note}>{t('Records cannot be searched right now.')}</p>}
          {records.tooShort && (
            <p className={styles.note}>{t('Records are looked for from three letters on.')}</p>
          )}
          {nothing && !records.failed && !records.tooShort && (
            <p className={styles.note}>{t('Nothing found for “{{typed}}”.', { typed })}</p>
          )}
        </Command.List>
      </Command>
    </dialog>
  )
}
