import { AppError } from '#base/app-error.ts'
import type { Portion } from './row-stream.ts'
import { cellText, headerIndex, maxColumns } from './table.ts'

/** So many rows are looked at to find the one that names the columns. */
const looked = 50

async function startOf(rows: AsyncGenerator<Portion>): Promise<Portion> {
  const start: Portion = { rows: [], lines: [] }
  while (start.rows.length < looked) {
    const { done, value } = await rows.next()
    if (done) break
    for (const row of value.rows) start.rows.push(row)
    for (const line of value.lines) start.lines.push(line)
  }
  return start
}

/** Takes the header off a stream of rows: its names, and the rows below it. Throws `invalid` where there is no table. */
export async function findHeader(
  all: AsyncGenerator<Portion>,
): Promise<{ headers: string[]; below: () => AsyncGenerator<Portion> }> {
  const start = await startOf(all)
  const top = headerIndex(start.rows)
  const headers = (start.rows[top] ?? []).map((cell) => cellText(cell)?.trim() ?? '')
  if (headers.length === 0) throw new AppError('invalid', 'The file holds no table.')
  if (headers.length > maxColumns) throw new AppError('too_large', 'The table has too many columns or cells.')
  const below = async function* (): AsyncGenerator<Portion> {
    yield { rows: start.rows.slice(top + 1), lines: start.lines.slice(top + 1) }
    yield* all
  }
  return { headers, below }
}
