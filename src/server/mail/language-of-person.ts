import { must } from '#base/assert.ts'
import { spoken, type Language } from '#contracts/language.ts'
import type { Tx } from '../database/in-tenant.ts'

/** The languages of mails to people of a workspace: the one each chose, else that of the workspace, else English. */
export async function languagesOfPeople(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  userIds: readonly string[],
): Promise<(userId: string) => Language> {
  const { rows } = await tx.query<{ id: string; language: string }>(
    'select id, app.language_of(id, $2) as language from unnest($1::uuid[]) as id',
    [userIds, tenantId],
  )
  const languages = new Map(rows.map(({ id, language }) => [id, spoken(language)]))
  return (userId) => must(languages.get(userId))
}

/** The same for one person. */
export const languageOfPerson = async (
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  userId: string,
): Promise<Language> => (await languagesOfPeople(tx, tenantId, [userId]))(userId)
