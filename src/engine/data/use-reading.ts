import { useEffect, useEffectEvent, useState } from 'react'

/** What became of something that is read in the background. */
export interface Reading {
  /** Why it was given up. */
  error: Error | null
  /** Reads it once more. */
  retry(): void
}

/**
 * Reads in the background what `what` names, anew whenever that changes; null reads nothing. `read` keeps what it finds, and
 * looks at `isGone` after every wait: then nobody wants it any more.
 * @example useReading(id, async (isGone) => { const row = await load(id); if (!isGone()) setRow(row) })
 */
export function useReading(what: string | null, read: (isGone: () => boolean) => Promise<void>): Reading {
  const [failed, setFailed] = useState<{ what: string; error: Error } | null>(null)
  const [tries, setTries] = useState(0)
  const begin = useEffectEvent(read)
  useEffect(() => {
    if (what === null) return undefined
    let gone = false
    begin(() => gone).then(
      () => gone || setFailed(null),
      (failure: unknown) =>
        gone || setFailed({ what, error: failure instanceof Error ? failure : new Error(String(failure)) }),
    )
    return () => {
      gone = true
    }
    // Each try is one more reading of the same.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [what, tries])
  return {
    error: failed !== null && failed.what === what ? failed.error : null,
    retry: () => setTries((before) => before + 1),
  }
}
