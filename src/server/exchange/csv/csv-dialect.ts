import Papa from 'papaparse'

const delimiters = [',', ';', '\t', '|'] as const

/** The delimiter that cuts the first lines most evenly into more than one cell; a comma when none does. */
function delimiterOf(text: string): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 50, skipEmptyLines: 'greedy' })
    const widths = data.map((row) => row.length)
    const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    const score =
      usual === 1
        ? 0
        : (widths.filter((width) => width === usual).length / widths.length) * 100 + Math.min(usual, 50)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** How delimited text is cut into rows and cells. */
export interface CsvDialect {
  delimiter: string
  newline: '\n' | '\r' | '\r\n'
  /** Characters before the first row: a `sep=;` line. */
  skip: number
}

/** Finds out how a file is cut by its beginning; a `sep=;` line or the name of the file says it outright. */
export function csvDialect(beginning: string, format: 'csv' | 'tsv'): CsvDialect {
  const text = beginning.slice(0, 100_000)
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const delimiter = told?.[1] ?? (format === 'tsv' ? '\t' : delimiterOf(body))
  const { linebreak } = Papa.parse<string[]>(body, { delimiter, preview: 50 }).meta
  const newline = linebreak === '\r' || linebreak === '\r\n' ? linebreak : '\n'
  return { delimiter, newline, skip: told?.[0].length ?? 0 }
}
