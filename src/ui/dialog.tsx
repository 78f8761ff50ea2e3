import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from './when-idle.ts'

export interface DialogProps {
  open: boolean
  /** Called with false when the person closes it; the dialog closes when `open` says so. */
  onOpenChange: (open: boolean) => void
  title: string
  /** One or two sentences under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons: the one to do last. They stay in sight while the content scrolls. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** False while closing by a click beside it or by Escape would lose work. */
  dismissible?: boolean
  role?: 'dialog' | 'alertdialog'
}

const load = () => import('./dialog-surface.tsx')
const DialogSurface = lazy(() => load().then((module) => ({ default: module.DialogSurface })))

/** Asks for an answer before anything else goes on. On a phone it comes from the lower edge. */
export function Dialog(props: DialogProps) {
  const mounted = useEver(props.open)
  useEffect(() => whenIdle(load), [])
  return mounted ? (
    <Suspense>
      <DialogSurface {...props} look="dialog" />
    </Suspense>
  ) : null
}

/** True from the first time the value is: what was open stays mounted, so that it can leave quietly. */
export function useEver(value: boolean): boolean {
  const [ever, setEver] = useState(value)
  if (value && !ever) setEver(true)
  return ever
}
