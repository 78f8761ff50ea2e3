/**
 * Addresses a layout or a record may lead to: http(s), mailto, tel, or a place in this application (`/…`, `#…`, `?…`).
 * No scheme can hide behind white space, control characters or a back slash.
 */
export const safeUrlPattern =
  /^(?:https?:\/\/[^\s\\\p{Cc}]+|mailto:[^\s\\\p{Cc}]+|tel:[+\d().-]+|\/(?![/\\])[^\s\\\p{Cc}]*|[#?][^\s\\\p{Cc}]*)$/iu

/** The address when it is safe, else nothing: a bound value is checked again at the moment it is drawn. */
export const safeUrl = (value: unknown): string | undefined =>
  typeof value === 'string' && safeUrlPattern.test(value) ? value : undefined

/** A place inside the application, which the router opens without loading the page. */
export const isInsideUrl = (url: string): boolean => /^[/#?]/.test(url)

/** Fills `/suppliers/{id}` from a record. A value cannot become a path of its own: it is encoded. */
export function fillUrl(template: string, values: Record<string, unknown>): string | undefined {
  let complete = true
  const filled = template.replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (_all, key: string) => {
    const value = values[key]
    if (typeof value !== 'string' && typeof value !== 'number') complete = false
    return encodeURIComponent(String(value))
  })
  return complete ? safeUrl(filled) : undefined
}
