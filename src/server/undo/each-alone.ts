import { AppError } from '#base/app-error.ts'
import type { Tx } from '../database/in-tenant.ts'

/**
 * Does `work` for all items at once; when that is refused, for each by itself, so that one refused item does not keep the
 * others back. Answers the refused ones with why. What is no refusal is thrown.
 */
export async function eachAlone<Item>(
  tx: Tx,
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
): Promise<Map<Item, AppError>> {
  const failed = new Map<Item, AppError>()
  if (items.length === 0) return failed
  const error = await attempt(tx, () => work(items))
  const [only] = items
  if (error && items.length === 1 && only !== undefined) failed.set(only, error)
  if (!error || items.length === 1) return failed
  for (const item of items) {
    const refused = await attempt(tx, () => work([item]))
    if (refused) failed.set(item, refused)
  }
  return failed
}

async function attempt(tx: Tx, work: () => Promise<void>): Promise<AppError | null> {
  await tx.query('savepoint alone')
  try {
    await work()
    await tx.query('release savepoint alone')
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await tx.query('rollback to savepoint alone')
    return error
  }
}
