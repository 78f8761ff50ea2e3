import type { Queryable } from './database.ts'

/** Whether a user has a sign-in from there: a flood of wrong tries from elsewhere does not keep its owner out. */
export async function knowsAddress(db: Queryable, userId: string, address: string): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>('select auth.knows_address($1, $2) as known', [
    userId,
    address,
  ])
  return rows[0]?.known === true
}
