import * as Radix from 'radix-ui/dialog'
import { useRef, type RefObject } from 'react'
import { classes } from './classes.ts'
import type { DialogProps } from './dialog.tsx'
import styles from './dialog-surface.module.css'
import { IconButton } from './icon-button.tsx'
import { useTranslate } from './translate.ts'

interface DialogSurfaceProps extends DialogProps {
  look: 'dialog' | 'sheet'
  modeless?: boolean
}

/**
 * What had the focus when the last surface opened. One whose button closes it and opens another is gone when that comes,
 * and the focus with it; the other gives it back to the same.
 */
let last: RefObject<Element | null> | null = null

/** The floating part of Dialog and Sheet, over Radix. Loaded when the browser is idle or at the first opening. */
export function DialogSurface(props: DialogSurfaceProps) {
  const { open, onOpenChange, title, description, children, footer, look } = props
  const { size = 'medium', dismissible = true, role = 'dialog', modeless = false } = props
  const t = useTranslate()
  const opener = useRef<Element | null>(null)
  const around = useRef<Element | null>(null)
  const hold = (event: Event): void => {
    if (!dismissible || modeless) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!modeless}>
      <Radix.Portal>
        {!modeless && <Radix.Overlay className={styles.scrim} />}
        <Radix.Content
          role={role}
          className={classes(styles.surface, styles[look], styles[size])}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            const focused = document.activeElement
            opener.current = focused === document.body && last ? last.current : focused
            around.current = opener.current?.closest('[tabindex="-1"]') ?? null
            last = opener
            firstFocus(event.currentTarget, role)?.focus()
          }}
          onCloseAutoFocus={(event) => {
            // Radix gives the focus to its own trigger; ours is whatever had it when the dialog opened.
            event.preventDefault()
            if (last === opener) last = null
            // What opened it may be gone with what was done: then the place it stood in.
            const home = opener.current?.isConnected ? opener.current : around.current
            if (home instanceof HTMLElement) home.focus({ preventScroll: true })
          }}
          onInteractOutside={hold}
          onEscapeKeyDown={(event) => {
            if (!dismissible) event.preventDefault()
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className={styles.head}>
            <div className={styles.titles}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className={styles.description}>{description}</div>
                </Radix.Description>
              )}
            </div>
            <IconButton
              icon="x"
              label={t('Close')}
              className={styles.close}
              onClick={() => onOpenChange(false)}
            />
          </header>
          {children !== undefined && <div className={styles.body}>{children}</div>}
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The first field, the harmless button of a question, else the surface itself: never the cross. */
function firstFocus(surface: EventTarget | null, role: string): HTMLElement | null {
  if (!(surface instanceof HTMLElement)) return null
  const field = surface.querySelector<HTMLElement>(
    ':is(input, select, textarea):not(:disabled, [type="hidden"], [readonly])',
  )
  if (field) return field
  return role === 'alertdialog' ? surface.querySelector<HTMLElement>('footer button') : surface
}
