import type { RecordContext } from './record-context.ts'

const inHand = new WeakSet<RecordContext['tx']>()

/**
 * Writes records that come as they were somewhere before: taken back, brought back, copied. What they hold was worked out
 * then and comes with them; rules that would look something up for a new value leave it alone.
 */
export async function asItWas<T>({ tx }: RecordContext, work: () => Promise<T>): Promise<T> {
  if (inHand.has(tx)) return work()
  inHand.add(tx)
  try {
    return await work()
  } finally {
    inHand.delete(tx)
  }
}

/** Whether what is written now comes as it was. */
export const isAsItWas = ({ tx }: RecordContext): boolean => inHand.has(tx)
