import { useLayoutEffect, useState, type RefObject } from 'react'
import { useEditedLayout, useEditor } from '../state/editor-store.ts'
import { useCanvasParts, type CanvasParts } from './canvas-parts.ts'
import { within, type Box } from './measure.ts'

/** Where something stands on the stage, followed while the screen loads, scrolls or grows. */
export function useBox(
  stage: HTMLElement,
  canvas: RefObject<HTMLElement | null>,
  measure: (parts: CanvasParts) => Box | null,
  of: unknown,
): Box | null {
  const layout = useEditedLayout()
  const parts = useCanvasParts()
  const breakpoint = useEditor((state) => state.breakpoint)
  const [box, setBox] = useState<Box | null>(null)
  useLayoutEffect(() => {
    const screen = canvas.current
    if (!screen) return undefined
    const look = (): void => {
      const found = measure(parts)
      const next = found && within(stage, found)
      setBox((known) => (known && next && same(known, next) ? known : next))
    }
    look()
    let asked = 0
    const soon = (): void => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(look)
    }
    // Content arrives late (data, lazy views) and moves what stands below it.
    const resized = new ResizeObserver(soon)
    resized.observe(screen)
    resized.observe(stage)
    const changed = new MutationObserver(soon)
    changed.observe(screen, { childList: true, subtree: true, characterData: true, attributes: true })
    stage.addEventListener('scroll', soon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(asked)
      resized.disconnect()
      changed.disconnect()
      stage.removeEventListener('scroll', soon, { capture: true })
    }
    // `of` stands for what `measure` looks at; it is a new function at every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage, canvas, parts, of, layout, breakpoint])
  return box
}

const same = (a: Box, b: Box): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height
