type Answer = (event: PopStateEvent) => void

let asked: Answer | null = null

/**
 * Lets a form ask before back and forward leave it. Called once before the router starts: listeners of the window are called
 * in the order they came, and only one that came before the router's can keep a step from it.
 */
export function listenForBack(): void {
  window.addEventListener('popstate', (event) => asked?.(event))
}

/** Hears every step back or forward before the router does, until the answer is called. */
export function holdBack(answer: Answer): () => void {
  asked = answer
  return () => {
    if (asked === answer) asked = null
  }
}
