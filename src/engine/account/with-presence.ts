import { ApiError } from '../data/api-error.ts'
import { requestPresence } from './presence-requests.ts'
import { wantsPresence } from './prove-presence.ts'

/**
 * Does something with the account at the sign-in service; asks the person to confirm that it is them where that is needed,
 * and then does it again. Whoever would rather not hears what the service said.
 */
export async function withPresence<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The API's own calls have asked already; these are the sign-in service's.
    if (error instanceof ApiError || !wantsPresence(error)) throw error
    if (!(await requestPresence())) throw error
    return work()
  }
}
