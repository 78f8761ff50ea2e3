import { lazy, Suspense, type ReactNode } from 'react'
import { useFloatingTrigger, type TriggerProps } from './floating-trigger.ts'

interface PopoverProps {
  /** Names the popover for screen readers. */
  label: string
  /** What is inside; a function gets `close`. */
  content: ReactNode | ((close: () => void) => ReactNode)
  /** Draws the button; spread the given props on it. */
  children: (trigger: TriggerProps) => ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'right' | 'left'
  /** Without inner space, for a list or a calendar. */
  flush?: boolean
  /** To hold the state outside; give both. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const PopoverSurface = lazy(() =>
  import('./popover-surface.tsx').then((module) => ({ default: module.PopoverSurface })),
)

/** A small floating panel tied to a button: filters of a column, a colour, a few facts. */
export function Popover(props: PopoverProps) {
  const {
    label,
    content,
    children,
    align = 'start',
    side = 'bottom',
    flush,
    open: given,
    onOpenChange,
  } = props
  const controlled = given !== undefined && onOpenChange ? { open: given, onOpenChange } : undefined
  const { open, setOpen, armed, triggerProps } = useFloatingTrigger('dialog', controlled)
  return (
    <>
      {children(triggerProps)}
      {armed && (
        <Suspense>
          <PopoverSurface
            label={label}
            open={open}
            onOpenChange={setOpen}
            anchor={triggerProps.ref}
            align={align}
            side={side}
            flush={flush}
          >
            {typeof content === 'function' ? content(() => setOpen(false)) : content}
          </PopoverSurface>
        </Suspense>
      )}
    </>
  )
}
