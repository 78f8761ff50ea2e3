/** Milliseconds without a key after which somebody who types has paused. */
const pause = 400
/** What waits for a pause waits no longer than this, in milliseconds. */
const longest = 5000

let lastKey = -Infinity

/** Says that somebody types into a list right now. */
export function noteTyping(): void {
  lastKey = performance.now()
}

/**
 * Resolves at once, or as soon as who types in a list pauses; answers whether it had to wait. What takes in answers waits
 * for it: reading and drawing hundreds of lines between two keys would hold up the second one, and what was typed is drawn
 * already.
 */
export async function typingPaused(): Promise<boolean> {
  const asked = performance.now()
  for (let waited = false; ; waited = true) {
    const now = performance.now()
    const left = Math.min(lastKey + pause, asked + longest) - now
    if (left <= 0) return waited
    await new Promise((resolve) => setTimeout(resolve, left))
  }
}
