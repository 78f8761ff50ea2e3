import type { Member } from '#contracts/member.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { requireMember } from '../workspaces/require-member.ts'

type Row = Required<Omit<Member, 'user_id'>>

/** The people of the workspace by name; addresses only for those who manage members. Throws 403 for customers. */
export async function listMembers(tx: Tx, caller: Caller): Promise<Member[]> {
  const { access } = await requireMember(tx, caller)
  const { rows } = await tx.query<Row>(
    `select id, name, email, avatar_url, role, status, to_json(created_at)#>>'{}' as created_at,
       case when $1 then app.record_of(id) end as record_id
     from app.list_members() order by lower(name), id`,
    [access.manages('members')],
  )
  return rows.map(({ email, record_id, ...row }) => ({
    ...row,
    user_id: row.id,
    ...(access.manages('members') ? { email, record_id } : {}),
  }))
}
