import type { Diagnostics } from '#contracts/api/diagnostics.ts'

/** Saves what the server told, and what this browser is, as a file. Nothing in it is secret. */
export function saveBundle(diagnostics: Diagnostics, clockAhead: number): void {
  const { userAgent, language, onLine } = navigator
  const { width, height } = globalThis.screen
  const browser = { userAgent, language, onLine, screen: `${width} × ${height}`, clock_ahead: clockAhead }
  const text = JSON.stringify({ ...diagnostics, browser }, null, 2)
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `formwork-${diagnostics.at.slice(0, 19).replaceAll(':', '-')}.json`
  link.click()
  // The browser reads it after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
