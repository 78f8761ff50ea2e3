import { inBackground } from '../database/in-background.ts'
import { asPerson } from '../members/as-person.ts'
import type { Services } from '../services.ts'
import { seenWords, type Words } from './seen-words.ts'

/** Words that a job sends to a person, as they may read them now; null when they are no longer in the workspace. */
export const wordsFor = <T extends Words>(
  services: Services,
  tenantId: string,
  userId: string,
  rows: readonly T[],
): Promise<Omit<T, 'about'>[] | null> =>
  inBackground(services.database, tenantId, async (tx) => {
    const context = await asPerson(tx, services, tenantId, userId)
    return context && seenWords(context, rows)
  })
