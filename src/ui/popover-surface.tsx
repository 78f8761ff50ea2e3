import * as Radix from 'radix-ui/popover'
import type { ReactNode, RefObject } from 'react'
import { classes } from './classes.ts'
import styles from './popover-surface.module.css'

interface PopoverSurfaceProps {
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'center' | 'end'
  side: 'bottom' | 'top' | 'right' | 'left'
  flush?: boolean | undefined
  /** Leaves the focus where it is, as under a text field. */
  keepFocus?: boolean
  /** At least as wide as its anchor. */
  fit?: boolean
  children: ReactNode
}

/** The floating part of Popover, Combobox and DateField, over Radix. Loaded on first interest. */
export function PopoverSurface(props: PopoverSurfaceProps) {
  const { label, open, onOpenChange, anchor, align, side, flush, keepFocus, fit, children } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          {...(keepFocus ? { role: 'presentation' } : { 'aria-label': label })}
          className={classes(styles.surface, flush && styles.flush, fit && styles.fit)}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            if (keepFocus) event.preventDefault()
          }}
          onInteractOutside={(event) => {
            // The trigger's own click closes; closing here too would open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) anchor.current?.focus()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
