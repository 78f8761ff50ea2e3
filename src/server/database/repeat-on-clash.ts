import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'

// serialization failure, deadlock
const clashes = new Set(['40001', '40P01'])

/** Runs `work` again, at most three times in all, when the database had to choose between two transactions. */
export async function repeatOnClash<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const clash = error instanceof pg.DatabaseError && clashes.has(error.code ?? '')
      if (!clash || attempt === 3) throw error
      await wait(10 * attempt + Math.random() * 40)
    }
  }
}
