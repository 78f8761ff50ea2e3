import { vi } from 'vitest'

/** What jsdom lacks and the components ask of a browser: sizes, media queries, scrolling. For tests. */
export function standInForBrowser(): void {
  vi.setConfig({ testTimeout: 30_000 })
  const list = (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  Object.assign(window, { matchMedia: list })
  class Observer {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer })
  Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined })
  // Virtual lists draw what fits: without a layout nothing would.
  Object.defineProperties(HTMLElement.prototype, {
    offsetHeight: { configurable: true, get: () => 600 },
    offsetWidth: { configurable: true, get: () => 1000 },
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 1000 },
  })
}
