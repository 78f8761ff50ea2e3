/** One cell for another program: as text, and where it is a number its exact digits. */
export interface TableCell {
  text: string
  /** Plain decimal text, whatever the reader's language writes; null where it is no number. */
  exact: string | null
  /** Words and codes: kept as they are, never read as a number, a day or a formula. */
  words: boolean
}

/**
 * Cells as the table that office programs prefer on the clipboard. Numbers go exactly (`x:num`), and words stay words: a
 * code `007` keeps its zeros, and a text that begins with `=` is not worked out.
 */
export function writeHtmlTable(rows: readonly (readonly TableCell[])[]): string {
  const cell = ({ text, exact, words }: TableCell): string => {
    const kept = words ? ` style="mso-number-format:'\\@'"` : ''
    const digits = exact === null ? '' : ` x:num="${escaped(exact)}"`
    const lines = escaped(text).replaceAll('\n', '<br style="mso-data-placement:same-cell">')
    return `<td${kept}${digits}>${lines}</td>`
  }
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  return `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>${body}</table></body></html>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Reads the first table of a page as texts; no table is one cell with its words. Nothing of the page is run or loaded. */
export function readHtmlTable(html: string): string[][] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const line of page.querySelectorAll('br')) line.replaceWith('\n')
  const table = page.querySelector('table')
  if (!table) return [[page.body.textContent.trim()]]
  return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()))
}
