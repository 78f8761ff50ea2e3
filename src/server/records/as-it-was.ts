import type { RecordContext } from './record-context.ts'

/** Whether records come back in their own place, or as copies of others that hold what these hold. */
type Coming = 'back' | 'copied'

const inHand = new WeakMap<RecordContext['tx'], Coming>()

/**
 * Writes records that come as they were somewhere before: taken back, brought back, copied. What they hold was worked out
 * then and comes with them; rules that would look something up for a new value leave it alone.
 */
export async function asItWas<T>(
  { tx }: RecordContext,
  work: () => Promise<T>,
  coming: Coming = 'back',
): Promise<T> {
  if (inHand.has(tx)) return work()
  inHand.set(tx, coming)
  try {
    return await work()
  } finally {
    inHand.delete(tx)
  }
}

/** Whether what is written now comes as it was. */
export const isAsItWas = ({ tx }: RecordContext): boolean => inHand.has(tx)

/** Whether what is written now are copies: what is wrong with their originals is no reason to refuse them. */
export const isCopied = ({ tx }: RecordContext): boolean => inHand.get(tx) === 'copied'
