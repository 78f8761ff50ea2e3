import type { Member } from '#contracts/member.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { requireMember } from '../workspaces/require-member.ts'

type Row = Required<Omit<Member, 'user_id' | 'record_model'>> & { model_id: string | null }

/** The people of the workspace by name; addresses only for those who manage members. Throws 403 for customers. */
export async function listMembers(tx: Tx, caller: Caller): Promise<Member[]> {
  const { access, workspace } = await requireMember(tx, caller)
  const { rows } = await tx.query<Row>(
    `select p.id, p.name, p.email, p.avatar_url, p.role, p.status,
       case when s.id is null then 'person' else 'service' end as kind, to_json(p.created_at)#>>'{}' as created_at, o.id as record_id, o.model_id
     from app.list_members() p
     left join app.service_accounts() s on s.id = p.id
     left join app.objects o on $1 and o.tenant_id = p.tenant_id and o.id = app.record_of(p.id) and o.deleted_at is null
     order by lower(p.name), p.id`,
    [access.manages('members')],
  )
  return rows.map(({ email, record_id, model_id, ...row }) => ({
    ...row,
    user_id: row.id,
    ...(access.manages('members')
      ? { email, record_id, record_model: workspace.modelsById.get(model_id ?? '')?.key ?? null }
      : {}),
  }))
}
