import { useEffect, useEffectEvent, useRef } from 'react'

/** How long lines far from those known rest in sight before they are asked for, in milliseconds: a thumb is dragged past thousands. */
const restBeforeJump = 80
/** Lines this near to those told of last are told of at once. */
const near = 200

/** Tells which lines are in sight. `name` is the question's: another one begins anew. */
export function useTellView(
  name: string,
  from: number,
  to: number,
  onView: (from: number, to: number) => void,
): void {
  const see = useEffectEvent(onView)
  const last = useRef({ name, from: 0, to: 0 })
  useEffect(() => {
    if (last.current.name !== name) last.current = { name, from: 0, to: 0 }
    const tell = (): void => {
      last.current = { name, from, to }
      see(from, to)
    }
    if (from <= last.current.to + near && to >= last.current.from - near) {
      tell()
      return undefined
    }
    const timer = setTimeout(tell, restBeforeJump)
    return () => clearTimeout(timer)
  }, [name, from, to])
}
