/** Cells as a spreadsheet takes them from the clipboard: tabs between, quotes around what holds a tab, quote or line break. */
export const writeTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join('\t')).join('\n')

const quoted = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Reads what a spreadsheet put on the clipboard, or a file with another separator. A last line break adds no row. */
export function readTsv(text: string, separator = '\t'): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let inQuotes = false
  const endCell = (): void => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const source = text.replaceAll('\r\n', '\n')
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? ''
    if (inQuotes) {
      if (letter !== '"') cell += letter
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else inQuotes = false
    } else if (letter === '"' && cell === '') inQuotes = true
    else if (letter === separator) endCell()
    else if (letter === '\n') {
      endCell()
      rows.push([])
    } else cell += letter
  }
  endCell()
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows
}
