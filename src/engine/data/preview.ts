import type { Preview } from '#contracts/preview.ts'
import { isJsonObject } from '#base/json.ts'

/** A look at the workspace as somebody else, as this tab keeps it. */
export interface TabPreview extends Preview {
  tenantId: string
}

const place = 'formwork-preview'

/**
 * The preview this tab is in, or null. It ends with the tab, with its hour, and in another workspace. Beginning and ending
 * one loads the page anew, so that nothing seen as one is shown as the other.
 */
export function currentPreview(tenantId: string | null): TabPreview | null {
  const text = sessionStorage.getItem(place)
  if (text === null) return null
  const stored: unknown = JSON.parse(text)
  if (!isJsonObject(stored)) return null
  const preview = stored as unknown as TabPreview
  if (preview.tenantId !== tenantId || Date.parse(preview.expires_at) <= Date.now()) return null
  return preview
}

/** Goes on as the one who is looked as, at the start of their day. */
export function beginPreview(preview: Preview, tenantId: string): void {
  sessionStorage.setItem(place, JSON.stringify({ ...preview, tenantId } satisfies TabPreview))
  location.assign('/dashboard')
}

/** Goes on as oneself. */
export function endPreview(): void {
  sessionStorage.removeItem(place)
  location.assign('/access-control/check')
}
