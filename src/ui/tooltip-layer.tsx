import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { TOOLTIP_DELAY, TOOLTIP_SKIP } from './tooltip.ts'
import styles from './tooltip-layer.module.css'

// Long enough to move the pointer from the thing onto its tooltip.
const GRACE = 100
const GAP = 6
const MARGIN = 8
const ID = 'ui-tooltip'

interface Shown {
  target: HTMLElement
  text: string
}

/**
 * Draws the tooltip of whichever element with `tooltip(…)` the pointer rests on or the keyboard reaches. Mounted once,
 * at the root. Escape closes it, the pointer may move onto it, touch never opens it.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null)
  const bubble = useRef<HTMLDivElement>(null)

  useEffect(() => listen(setShown), [])

  useLayoutEffect(() => {
    if (!shown || !bubble.current) return undefined
    place(bubble.current, shown.target)
    return describe(shown.target)
  }, [shown])

  if (!shown) return null
  return createPortal(
    <div ref={bubble} id={ID} role="tooltip" className={styles.bubble} data-tooltip-bubble="">
      {shown.text}
    </div>,
    document.body,
  )
}

/** Turns pointer and focus into one "show this" or "show nothing". Answers how to stop. */
function listen(show: (shown: Shown | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: HTMLElement | null = null
  let closedAt = Number.NEGATIVE_INFINITY
  let visible = false
  // What was pressed keeps quiet until the pointer has left it: its menu or its act is what counts now.
  let pressed: HTMLElement | null = null
  let lastKey = ''

  const open = (target: HTMLElement): void => {
    const text = target.dataset['tooltip']
    if (!text || !target.isConnected || target.getAttribute('aria-expanded') === 'true') return
    visible = true
    show({ target, text })
  }
  const close = (): void => {
    clearTimeout(timer)
    current = null
    if (!visible) return
    visible = false
    closedAt = performance.now()
    show(null)
  }
  const over = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    if (elementOf(event.target)?.closest('[data-tooltip-bubble]')) return clearTimeout(timer)
    const target = carrierOf(event.target)
    if (target && target === pressed) return
    pressed = null
    if (target === current) {
      if (visible) clearTimeout(timer)
      return
    }
    if (!target) {
      clearTimeout(timer)
      // The wait was for this target: leaving before it shows means it never does.
      if (visible) timer = setTimeout(close, GRACE)
      else current = null
      return
    }
    const wait = visible || performance.now() - closedAt < TOOLTIP_SKIP ? 0 : TOOLTIP_DELAY
    clearTimeout(timer)
    current = target
    timer = setTimeout(() => open(target), wait)
  }
  const focus = (event: FocusEvent): void => {
    const target = carrierOf(event.target)
    // Only focus that was walked here counts, not focus that came home from a closed menu.
    const walked = lastKey === 'Tab' || lastKey.startsWith('Arrow')
    if (!target || !walked || !target.matches(':focus-visible')) return
    clearTimeout(timer)
    current = target
    open(target)
  }
  const key = (event: KeyboardEvent): void => {
    lastKey = event.key
    if (event.key !== 'Escape' || !visible) return
    // Escape closes the top thing only: the dialog under a tooltip stays.
    event.stopPropagation()
    close()
  }
  // Scrolling moves the target away from its tooltip; one still waiting finds its place when it opens.
  const scroll = (): void => {
    if (visible) close()
  }
  const press = (event: PointerEvent): void => {
    close()
    lastKey = ''
    pressed = carrierOf(event.target)
  }
  const leave = (event: PointerEvent): void => {
    if (event.relatedTarget === null) close()
  }

  const stop = new AbortController()
  const options = { capture: true, passive: true, signal: stop.signal }
  document.addEventListener('pointerover', over, options)
  document.addEventListener('pointerout', leave, options)
  document.addEventListener('pointerdown', press, options)
  document.addEventListener('scroll', scroll, options)
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', close, options)
  window.addEventListener('keydown', key, options)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

function elementOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target : null
}

function carrierOf(target: EventTarget | null): HTMLElement | null {
  return elementOf(target)?.closest<HTMLElement>('[data-tooltip]') ?? null
}

/** Below the target, or above when there is no room; inside the window in any case. */
function place(bubble: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bubble
  const left = Math.min(at.left + at.width / 2 - width / 2, window.innerWidth - width - MARGIN)
  const below = at.bottom + GAP
  const top = below + height > window.innerHeight - MARGIN ? at.top - GAP - height : below
  bubble.style.left = `${Math.max(MARGIN, left)}px`
  bubble.style.top = `${Math.max(MARGIN, top)}px`
}

/** Ties the tooltip to its target for screen readers, unless the words are its name already. */
function describe(target: HTMLElement): () => void {
  if (target.getAttribute('aria-label') === target.dataset['tooltip']) return () => undefined
  const before = target.getAttribute('aria-describedby')
  target.setAttribute('aria-describedby', before ? `${before} ${ID}` : ID)
  return () => {
    if (before) target.setAttribute('aria-describedby', before)
    else target.removeAttribute('aria-describedby')
  }
}
