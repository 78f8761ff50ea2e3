import { must } from '#base/assert.ts'
import { spoken, type Language } from '#contracts/language.ts'
import type { Tx } from '../database/in-tenant.ts'

/** The language of a mail to a person of a workspace: the one they chose, else that of the workspace, else English. */
export async function languageOfPerson(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  userId: string,
): Promise<Language> {
  const { rows } = await tx.query<{ language: string }>('select app.language_of($1, $2) as language', [
    userId,
    tenantId,
  ])
  return spoken(must(rows[0]).language)
}
