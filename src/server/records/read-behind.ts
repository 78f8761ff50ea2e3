import { must } from '#base/assert.ts'
import type { Row } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { readRow } from './read-row.ts'
import type { RecordContext } from './record-context.ts'

/**
 * Writes a record and answers it as it is then. It is asked for in the round trip that writes it: `write` calls `written`
 * with its id as soon as a statement sent behind finds it.
 */
export async function readBehind(
  context: RecordContext,
  model: ModelInfo,
  write: (written: (id: string) => void) => Promise<unknown>,
): Promise<Row> {
  let row: Promise<Row> | null = null
  await write((id) => {
    row = readRow(context, model, id)
    // A write that is refused tells why; what was read behind it then interests nobody.
    row.catch(() => undefined)
  })
  return must<Promise<Row>>(row, 'a write tells when its record is there')
}
