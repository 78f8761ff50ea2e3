import { lazy, Suspense, type ReactNode } from 'react'
import { useFloatingTrigger, type TriggerProps } from './floating-trigger.ts'

/** One line of a menu. Menus are data, so that their surface can load later and a layout can declare one. */
export type MenuEntry =
  | MenuAction
  | { kind: 'separator' }
  | { kind: 'label'; label: string }
  | {
      kind: 'check'
      label: string
      checked: boolean
      disabled?: boolean
      onChange: (checked: boolean) => void
    }
  | {
      kind: 'choice'
      label: string
      value: string
      options: readonly MenuChoice[]
      onChange: (value: string) => void
    }
  | { kind: 'submenu'; label: string; icon?: string; disabled?: boolean; items: readonly MenuEntry[] }

export interface MenuAction {
  kind?: 'action'
  label: string
  icon?: string
  /** Keys as shown, `Ctrl+D`; the menu only shows them. */
  shortcut?: string
  /** A second, muted line: why it is disabled, what it costs. */
  detail?: string
  tone?: 'danger'
  disabled?: boolean
  /** A place to go: a real link, opens in a new tab when asked to. */
  href?: string
  onSelect?: () => void
}

export interface MenuChoice {
  value: string
  label: string
  icon?: string
}

interface MenuProps {
  items: readonly MenuEntry[]
  /** Draws the button; spread the given props on it. */
  children: (trigger: TriggerProps) => ReactNode
  align?: 'start' | 'end'
  side?: 'bottom' | 'top' | 'right'
  /** Above the entries: who is signed in, say. Nothing to operate. */
  header?: ReactNode
}

const MenuSurface = lazy(() =>
  import('./menu-surface.tsx').then((module) => ({ default: module.MenuSurface })),
)

/**
 * A button with a menu:
 * `<Menu items={items}>{(trigger) => <IconButton icon="dots" label={t('More')} {...trigger} />}</Menu>`
 */
export function Menu({ items, children, align = 'start', side = 'bottom', header }: MenuProps) {
  const { open, setOpen, armed, triggerProps } = useFloatingTrigger('menu')
  return (
    <>
      {children(triggerProps)}
      {armed && (
        <Suspense>
          <MenuSurface
            items={items}
            open={open}
            onOpenChange={setOpen}
            anchor={triggerProps.ref}
            labelledBy={triggerProps.id}
            align={align}
            side={side}
            header={header}
          />
        </Suspense>
      )}
    </>
  )
}
