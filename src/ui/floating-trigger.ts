import { useId, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'

/** Spread these on the button that opens a menu or a popover. */
export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPointerEnter: (event: PointerEvent) => void
  onFocus: () => void
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
}

/** The state behind a trigger. `armed` turns true at the first sign of interest: then the surface may load. */
export interface FloatingTrigger {
  open: boolean
  setOpen: (open: boolean) => void
  armed: boolean
  triggerProps: TriggerProps
}

/**
 * What menus and popovers share: a light trigger in the first load, while the floating surface with its positioning
 * (about 25 kB) is fetched when the pointer or the focus reaches the trigger.
 */
export function useFloatingTrigger(
  kind: 'menu' | 'dialog',
  controlled?: { open: boolean; onOpenChange: (open: boolean) => void },
): FloatingTrigger {
  const ref = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [ownOpen, setOwnOpen] = useState(false)
  const [armed, setArmed] = useState(false)
  const open = controlled?.open ?? ownOpen
  const setOpen = controlled?.onOpenChange ?? setOwnOpen
  const arm = (): void => setArmed(true)
  return {
    open,
    setOpen,
    armed: armed || open,
    triggerProps: {
      ref,
      id,
      onClick: () => setOpen(!open),
      onKeyDown: (event) => {
        if (kind !== 'menu' || event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpen(true)
      },
      onPointerEnter: arm,
      onFocus: arm,
      'aria-haspopup': kind,
      'aria-expanded': open,
    },
  }
}
