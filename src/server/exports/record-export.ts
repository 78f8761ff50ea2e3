import type { RecordContext } from '../records/record-context.ts'
import { recordEvent } from '../releases/record-event.ts'

/** Notes that somebody takes records out of the workspace: which model, in which format, by which question. */
export const recordExport = (
  { tx, caller }: Pick<RecordContext, 'tx' | 'caller'>,
  id: string | null,
  what: { model: string; format: string; query?: string | null },
): Promise<string> =>
  recordEvent(tx, caller, {
    kind: 'exported',
    subject: 'export',
    recordId: id,
    // A long question is told by its beginning.
    after: { ...what, ...(what.query ? { query: what.query.slice(0, 2000) } : {}) },
  })
