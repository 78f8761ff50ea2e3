import { Menu } from 'radix-ui/internal'
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Link } from './link.tsx'
import type { MenuAction, MenuEntry } from './menu.tsx'
import { isLongMenu, searchedEntries } from './menu-search.ts'
import styles from './menu-surface.module.css'
import { useTranslate } from './translate.ts'

/** Something with a place on the screen: an element, or the point a context menu was asked for. */
export interface Anchor {
  getBoundingClientRect: () => DOMRect
  /** Takes the focus back when the menu closes. */
  focus: (options?: FocusOptions) => void
}

export interface MenuSurfaceProps {
  items: readonly MenuEntry[]
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<Anchor | null>
  labelledBy?: string
  label?: string
  align: 'start' | 'end'
  side: 'bottom' | 'top' | 'right'
  header?: ReactNode
}

/** The floating part of Menu and ContextMenu, over Radix. Loaded on first interest: only what is itself loaded then imports it. */
export function MenuSurface(props: MenuSurfaceProps) {
  const { items, open, onOpenChange, anchor, labelledBy, label, align, side, header } = props
  const onAnchor = (target: EventTarget | null): boolean =>
    anchor.current instanceof Element && target instanceof Node && anchor.current.contains(target)
  const goHome = (): void => anchor.current?.focus({ preventScroll: true })
  const input = useRef<HTMLInputElement>(null)
  const long = isLongMenu(items)
  const names = { 'aria-label': label, 'aria-labelledby': labelledBy }
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Menu.Anchor virtualRef={anchor} />
      <Menu.Portal>
        <Menu.Content
          className={styles.surface}
          {...names}
          // A menu holds nothing but entries: with a field above them it stands in a dialog.
          {...(long && { role: 'dialog', 'aria-orientation': undefined })}
          onKeyDownCapture={(event) => toSearch(event, input.current)}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          onInteractOutside={(event) => {
            // The trigger's own click closes; closing here too would open it again.
            if (onAnchor(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Focus goes home unless the person, or what was chosen, has already taken it elsewhere.
            if (document.activeElement === document.body) goHome()
          }}
        >
          {header && <div className={styles.header}>{header}</div>}
          {header && <Menu.Separator className={styles.separator} />}
          {long ? (
            <SearchedEntries items={items} input={input} names={names} goHome={goHome} />
          ) : (
            items.map((entry, at) => <Entry key={keyOf(entry, at)} entry={entry} goHome={goHome} />)
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface SearchedEntriesProps {
  items: readonly MenuEntry[]
  input: RefObject<HTMLInputElement | null>
  names: { 'aria-label': string | undefined; 'aria-labelledby': string | undefined }
  goHome: () => void
}

/** A long menu with a field above it: letters search from wherever the focus is, arrows lead into what was found. */
function SearchedEntries({ items, input, names, goHome }: SearchedEntriesProps) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = searchedEntries(items, words)
  const first = (): HTMLElement | null =>
    list.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])') ?? null
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return
    // What is pressed here is the field's, not the menu's.
    event.stopPropagation()
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'ArrowDown') first()?.focus()
    else if (words.trim() !== '') first()?.click()
  }
  return (
    <>
      <div className={styles.search}>
        <Icon name="search" className={styles.icon} />
        <input
          ref={input}
          className={styles.input}
          aria-label={t('Search')}
          placeholder={t('Search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={keyDown}
        />
      </div>
      <div ref={list} role="menu" {...names}>
        {found.map((entry, at) => (
          <Entry key={keyOf(entry, at)} entry={entry} goHome={goHome} />
        ))}
      </div>
      {found.length === 0 && <output className={styles.nothing}>{t('Nothing found')}</output>}
    </>
  )
}

/** Letters go to the field of a long menu; the key itself follows the focus there. */
function toSearch(event: KeyboardEvent, input: HTMLInputElement | null): void {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const writes = (key.length === 1 && key !== ' ') || key === 'Backspace'
  if (!input || target === input || !writes || ctrlKey || metaKey || altKey) return
  event.stopPropagation()
  input.focus()
}

function Entry({ entry, goHome }: { entry: MenuEntry; goHome: () => void }) {
  switch (entry.kind) {
    case 'separator':
      return <Menu.Separator className={styles.separator} />
    case 'label':
      return <Menu.Label className={styles.label}>{entry.label}</Menu.Label>
    case 'check':
      return (
        <Menu.CheckboxItem
          className={styles.item}
          checked={entry.checked}
          disabled={entry.disabled}
          onCheckedChange={entry.onChange}
          // A list of checks is worked through: it stays open.
          onSelect={(event) => event.preventDefault()}
        >
          <span className={styles.mark}>
            <Menu.ItemIndicator>
              <Icon name="check" />
            </Menu.ItemIndicator>
          </span>
          <span className={styles.words}>{entry.label}</span>
        </Menu.CheckboxItem>
      )
    case 'choice':
      return (
        <Menu.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
          <Menu.Label className={styles.label}>{entry.label}</Menu.Label>
          {entry.options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} className={styles.item}>
              {option.icon && <Icon name={option.icon} className={styles.icon} />}
              {option.icon && <span className={styles.words}>{option.label}</span>}
              <span className={styles.mark}>
                <Menu.ItemIndicator>
                  <Icon name="check" />
                </Menu.ItemIndicator>
              </span>
              {!option.icon && <span className={styles.words}>{option.label}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )
    case 'submenu':
      return <Submenu entry={entry} goHome={goHome} />
    default:
      return <Action action={entry} goHome={goHome} />
  }
}

/** Entries behind an entry; whether they show is for us to keep. */
function Submenu({ entry, goHome }: { entry: Extract<MenuEntry, { kind: 'submenu' }>; goHome: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Menu.Sub open={open} onOpenChange={setOpen}>
      <Menu.SubTrigger className={styles.item} disabled={entry.disabled}>
        {entry.icon && <Icon name={entry.icon} className={styles.icon} />}
        <span className={styles.words}>{entry.label}</span>
        <Icon name="chevron-right" className={styles.arrow} />
      </Menu.SubTrigger>
      <Menu.Portal>
        <Menu.SubContent className={styles.surface} sideOffset={2} alignOffset={-5} collisionPadding={8} loop>
          {entry.items.map((inner, at) => (
            <Entry key={keyOf(inner, at)} entry={inner} goHome={goHome} />
          ))}
        </Menu.SubContent>
      </Menu.Portal>
    </Menu.Sub>
  )
}

function Action({ action, goHome }: { action: MenuAction; goHome: () => void }) {
  const { label, icon, shortcut, detail, tone, disabled, href, onSelect } = action
  const body = (
    <>
      {icon && <Icon name={icon} className={styles.icon} />}
      <span className={styles.words}>
        {label}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {shortcut && <Kbd keys={shortcut} />}
    </>
  )
  const select = (): void => {
    // First home: a dialog this opens then gives the focus back to the trigger, not to a line that is gone.
    goHome()
    onSelect?.()
  }
  const shared = { className: styles.item, disabled, 'data-tone': tone, textValue: label, onSelect: select }
  if (!href || disabled) return <Menu.Item {...shared}>{body}</Menu.Item>
  return (
    <Menu.Item {...shared} asChild>
      <Link href={href}>{body}</Link>
    </Menu.Item>
  )
}

const keyOf = (entry: MenuEntry, at: number): string =>
  entry.kind === 'separator' ? `separator ${at}` : `${entry.kind ?? 'action'} ${entry.label}`
