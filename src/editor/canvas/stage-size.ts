import { useLayoutEffect, useState, type RefObject } from 'react'
import type { Breakpoint } from '#contracts/layout.ts'

/** The width in pixels a breakpoint is shown at. */
export const widthOf = { sm: 390, md: 820, lg: 1280, xl: 1840 } as const
const phoneHeight = 844
// Narrower than this a screen that is edited would look cramped as it never does in the application.
const leastWidth = 880

export interface StageSize {
  /** Of the screen itself, in its own pixels. */
  width: number
  height: number
  /** What it is drawn at, so that it fits the desk; 1 is true size. */
  scale: number
}

/** The size of the screen for a breakpoint, scaled down where the desk is narrower; without one it fills the desk. */
export function stageSize(
  desk: { width: number; height: number },
  breakpoint: Breakpoint | null,
  editing: boolean,
): StageSize {
  const width = breakpoint ? widthOf[breakpoint] : Math.max(desk.width, editing ? leastWidth : 0)
  const scale = Math.min(1, desk.width / width)
  const height = desk.height / scale
  return { width, height: breakpoint === 'sm' ? Math.min(height, phoneHeight) : height, scale }
}

/** The inner size of the desk, live. */
export function useInnerSize(desk: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = desk.current
    if (!element) return undefined
    const measure = (): void => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element)
      setSize({
        width: element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        height: element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [desk])
  return size
}
