import type { RecordContext } from '../records/record-context.ts'

/** Versions that are worked out once everything is written, by the transaction that writes (`kept-once.ts`). */
export const postponed = new WeakMap<RecordContext['tx'], Set<string>>()
