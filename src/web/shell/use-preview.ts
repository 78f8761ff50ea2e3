import { useEffect } from 'react'
import { currentPreview, endPreview, type TabPreview } from '#engine/data/preview.ts'
import { useSession } from '#engine/session-context.tsx'

/** The preview this tab is in, or null; it ends by itself when its hour is over. */
export function usePreview(): TabPreview | null {
  const { tenant } = useSession()
  const preview = currentPreview(tenant?.id ?? null)
  const ends = preview?.expires_at
  useEffect(() => {
    if (ends === undefined) return undefined
    const timer = setTimeout(endPreview, Math.max(0, Date.parse(ends) - Date.now()))
    return () => clearTimeout(timer)
  }, [ends])
  return preview
}
