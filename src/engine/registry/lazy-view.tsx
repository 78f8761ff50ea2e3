import { useEffect, useState } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ComponentView, ComponentViewProps, LazyComponentView } from './component-registry.ts'

/**
 * A view in a chunk of its own: `lazyView(async () => (await import('./chart.tsx')).Chart)`. It can be loaded ahead, and once
 * loaded it draws at once. Not React's `lazy`: what that holds back is drawn 300 ms after the last thing it held back, and a
 * screen of several chunks asks for its records only when it is drawn.
 */
export function lazyView<P>(load: () => Promise<ComponentView<P>>): LazyComponentView<P> {
  let loaded: ComponentView<P> | null = null
  let loading: Promise<ComponentView<P>> | null = null
  const preload = (): Promise<ComponentView<P>> => {
    loading ??= load().then(
      (view) => (loaded = view),
      (error: unknown) => {
        // Offline, say: the next try asks again.
        loading = null
        throw error
      },
    )
    return loading
  }
  function LazyView(props: ComponentViewProps<P>) {
    // Kept by the place, so that what is drawn never remounts; a place that Retry mounts anew asks for the chunk again.
    const [found, setFound] = useState<{ view: ComponentView<P> } | { error: unknown } | null>(
      () => loaded && { view: loaded },
    )
    const isMissing = found === null
    useEffect(() => {
      if (isMissing)
        preload().then(
          (view) => setFound({ view }),
          (error: unknown) => setFound({ error }),
        )
    }, [isMissing])
    if (!found) return <Skeleton lines={1} />
    if ('error' in found) throw found.error
    const Drawn = found.view
    return <Drawn {...props} />
  }
  return Object.assign(LazyView, { preload })
}
