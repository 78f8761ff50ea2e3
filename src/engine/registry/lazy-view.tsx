import { lazy, useState } from 'react'
import type { ComponentView, ComponentViewProps, LazyComponentView } from './component-registry.ts'

/**
 * A view in a chunk of its own: `lazyView(async () => (await import('./chart.tsx')).Chart)`. Unlike React's `lazy` it can be
 * loaded ahead, and once loaded it draws at once, without a moment of nothing.
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
    // Chosen once per place, so that what is drawn never remounts when the chunk arrives. A fresh `lazy` per place
    // lets Retry ask again for a chunk that could not be loaded.
    const [Drawn] = useState<ComponentView<P>>(
      () =>
        loaded ??
        (lazy(() =>
          preload().then((view) => ({ default: view as ComponentView<unknown> })),
        ) as ComponentView<P>),
    )
    return <Drawn {...props} />
  }
  return Object.assign(LazyView, { preload })
}
