import { AppError, invalid } from '#base/app-error.ts'
import type { RecordContext } from './record-context.ts'
import { objectByToken } from './stored-object.ts'

/** The id of the record a new one hangs under; a token that leads nowhere for this person is 422. */
export async function parentId(
  context: RecordContext,
  token: string | null | undefined,
): Promise<string | null> {
  if (token === null || token === undefined) return null
  try {
    return (await objectByToken(context, token)).object.id
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw invalid([{ path: 'parent_token', code: 'reference', message: 'There is no such record.' }])
  }
}
