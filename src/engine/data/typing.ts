/** Milliseconds without a key after which somebody who types has paused. */
const pause = 400
/** What waits for a pause waits no longer than this, in milliseconds. */
const longest = 10_000

let lastKey = -Infinity
let ended: Promise<true> | null = null

/** Says that somebody types into a list right now. */
export function noteTyping(): void {
  lastKey = performance.now()
}

/**
 * Resolves at once, or as soon as who types in a list pauses; answers whether it had to wait. What takes in answers waits
 * for it: reading and drawing hundreds of lines between two keys would hold up the second one, and what was typed is drawn
 * already. All who wait are let through together: each after its own time, they would hold up one key after the other.
 */
export async function typingPaused(): Promise<boolean> {
  if (ended) return ended
  if (performance.now() >= lastKey + pause) return false
  ended = untilPause()
  await ended
  ended = null
  return true
}

async function untilPause(): Promise<true> {
  const latest = performance.now() + longest
  for (;;) {
    const left = Math.min(lastKey + pause, latest) - performance.now()
    if (left <= 0) return true
    await new Promise((resolve) => setTimeout(resolve, left))
  }
}

const waiting = new WeakMap<WeakKey, Map<string, Promise<void>>>()

/** Does some work of somebody once typing pauses: once, however often it is asked for until then. */
export function oncePaused(of: WeakKey, name: string, work: () => Promise<void> | void): Promise<void> {
  const known = waiting.get(of) ?? new Map<string, Promise<void>>()
  waiting.set(of, known)
  const begin = async (): Promise<void> => {
    await typingPaused()
    // What is asked for from now on is about something newer.
    known.delete(name)
    await work()
  }
  const coming = known.get(name) ?? begin()
  known.set(name, coming)
  return coming
}
