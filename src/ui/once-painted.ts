import { afterPaint } from './after-paint.ts'

/**
 * Does some work once after the next paint, however often it is asked for until then, and not once it was stopped: for
 * what is told of something that is being drawn.
 */
export function oncePainted(work: () => void): { ask(): void; stop(): void } {
  let [isAsked, hasEnded] = [false, false]
  return {
    ask() {
      if (isAsked) return
      isAsked = true
      void afterPaint().then(() => {
        isAsked = false
        if (!hasEnded) work()
      })
    },
    stop: () => void (hasEnded = true),
  }
}
