import { ApiError } from './api-error.ts'

const unreadable = 'What the server answered could not be read. See whether it was done before you try again.'

/**
 * What an answer of the API says. Something else that answered in the API's place, such as a proxy with a page of its own,
 * counts as a server that could not be reached; of a write nobody knows then whether it was done.
 */
export async function readJson<T>(answer: Response, writes = false): Promise<T> {
  try {
    return (await answer.json()) as T
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw writes
      ? new ApiError(answer.status, 'failed', unreadable, { cause })
      : new ApiError(0, 'unreachable', 'The server could not be reached.', { cause })
  }
}
