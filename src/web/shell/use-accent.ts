import { useEffect, useRef } from 'react'

/** Gives the application the workspace's colour; the shades are worked out only where there is one. */
export function useAccent(accent: string | null): void {
  const applied = useRef<string | null>(null)
  useEffect(() => {
    if (accent === applied.current) return
    applied.current = accent
    void import('#ui/theme/accent.ts').then(({ applyAccent }) => {
      if (applied.current === accent) applyAccent(accent)
    })
  }, [accent])
}
