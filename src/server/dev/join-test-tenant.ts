import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { User } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'

interface Joined {
  id: string
  name: string
  role: string
}

/** Makes a person a member of the server's test workspace, or its owner where there is none yet. Twice is as once. */
export async function joinTestTenant(
  { database }: Pick<Services, 'database'>,
  { userId, name }: User,
  requestId: string,
): Promise<Joined> {
  const { rows } = await database.owner.query<Joined>(
    'select * from app_private.join_test_tenant($1, $2, $3, $4, $5, $6)',
    [userId, name, newId(), newId(), newId(), requestId],
  )
  return must(rows[0], 'whoever joins is a member')
}
