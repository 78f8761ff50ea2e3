import { useEffect, useState, type RefObject } from 'react'
import { graphics } from './graphics.ts'
import type { Stage } from './stage.ts'

type Staged = { stage: Stage; state: 'ready' } | { stage: null; state: 'loading' | 'no-webgl' | 'failed' }

/**
 * The scene behind a canvas. The library it draws with is fetched when the first one is needed. `no-webgl`: this browser
 * cannot draw in three dimensions; `failed`: the library could not be fetched.
 */
export function useStage(canvas: RefObject<HTMLCanvasElement | null>): Staged {
  const [staged, setStaged] = useState<Staged>({ stage: null, state: 'loading' })
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    let gone = false
    let stage: Stage | null = null
    const redraw = (): void => stage?.draw()
    // Without this the browser gives a lost picture up for good.
    const lost = (event: Event): void => event.preventDefault()
    element.addEventListener('webglcontextlost', lost)
    element.addEventListener('webglcontextrestored', redraw)
    const follow = new ResizeObserver(() => stage?.resize(element.clientWidth, element.clientHeight))
    // Asked before the library is fetched: without it nobody needs that.
    const drawnBy = graphics()
    const library = drawnBy === 'none' ? Promise.resolve(null) : import('./stage.ts')
    library.then(
      (module) => {
        if (gone) return
        if (!module) {
          setStaged({ stage: null, state: 'no-webgl' })
          return
        }
        try {
          stage = new module.Stage(element, drawnBy === 'software')
        } catch {
          setStaged({ stage: null, state: 'no-webgl' })
          return
        }
        stage.resize(element.clientWidth, element.clientHeight)
        follow.observe(element)
        setStaged({ stage, state: 'ready' })
      },
      () => gone || setStaged({ stage: null, state: 'failed' }),
    )
    return () => {
      gone = true
      follow.disconnect()
      element.removeEventListener('webglcontextlost', lost)
      element.removeEventListener('webglcontextrestored', redraw)
      stage?.dispose()
    }
  }, [canvas])
  return staged
}
