import { lazy, type ComponentType } from 'react'

/** A page in a chunk of its own; `preload` fetches it ahead. */
export interface LazyPage {
  Page: ComponentType
  preload(): Promise<unknown>
}

/** `lazyPage(async () => (await import('./pages/landing.tsx')).LandingPage)` */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loading: Promise<{ default: ComponentType }> | null = null
  const preload = (): Promise<{ default: ComponentType }> => {
    loading ??= load().then(
      (page) => ({ default: page }),
      (error: unknown) => {
        // Offline, say: the next try asks again.
        loading = null
        throw error
      },
    )
    return loading
  }
  return { Page: lazy(preload), preload }
}
