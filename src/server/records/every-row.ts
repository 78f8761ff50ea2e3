import type { Query, Row } from '#contracts/query.ts'
import { ask, type RecordContext } from './record-context.ts'

/** All rows of a question, page by page in the one transaction. */
export async function everyRow(context: RecordContext, query: Query): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const answer = await ask(context, { ...query, page: { size: 500, ...(after !== null && { after }) } })
    rows.push(...answer.rows)
    after = answer.page.after
  } while (after !== null)
  return rows
}
