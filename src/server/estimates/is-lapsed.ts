import type { RecordContext } from '../records/record-context.ts'
import { today } from '../records/today.ts'
import { textOf } from './read-value.ts'

/** Whether the last day of an offer is over where the one who asks is; one that names no such day goes on. */
export function isLapsed(
  context: Pick<RecordContext, 'caller'>,
  version: Readonly<Record<string, unknown>>,
): boolean {
  const day = textOf(version, 'valid_until')
  return day !== null && day < today(context)
}
