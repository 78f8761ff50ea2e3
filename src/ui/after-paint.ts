/** Milliseconds after which it goes on without a paint: a page nobody looks at has none. */
const longest = 100

/** Resolves once the browser has drawn what is on the page now: for work that must not hold that up. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longest)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
}
