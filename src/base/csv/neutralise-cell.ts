// What a spreadsheet program would run instead of show: the ASCII signs, their full-width twins, and control characters.
const dangerous = /^[=+\-@\t\r\n\0＝＋－＠]/
const neutralised = /^'(?=[=+\-@\t\r\n\0＝＋－＠'])/

/** Puts a quote before text that a spreadsheet would take for a formula: `=1+1` → `'=1+1`. */
export const neutraliseCell = (text: string): string =>
  dangerous.test(text) || neutralised.test(text) ? `'${text}` : text

/** Takes back what `neutraliseCell` did, so that an export imports as it was. */
export const restoreCell = (text: string): string => (neutralised.test(text) ? text.slice(1) : text)
