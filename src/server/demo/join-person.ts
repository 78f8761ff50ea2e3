import { newId, newToken } from '#base/ids.ts'
import { inTenant, inUser, type Caller, type User } from '../database/in-tenant.ts'
import { hashToken } from '../invites/invites.ts'

/** Brings a person into the owner's workspace: an invitation that is accepted at once, without a mail. */
export async function joinPerson(owner: Caller, person: User, email: string, role: string): Promise<void> {
  const hash = hashToken(newToken())
  const expires = new Date(Date.now() + 3_600_000)
  await inTenant(
    owner,
    async (tx) => {
      await tx.query(
        `insert into app.invites (tenant_id, id, email, role, token_hash, expires_at, created_by)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [owner.tenantId, newId(), email, role, hash, expires, owner.userId],
      )
      await tx.query(`select app.remember_token($1, 'invite', $2)`, [hash, expires])
    },
    { mode: 'write' },
  )
  await inUser(person, async (tx) => {
    await tx.query('select app.save_profile($1, null)', [person.name])
    const { rows } = await tx.query<{ outcome: string }>(
      'select outcome from app.accept_invite($1, $2, $3)',
      [hash, newId(), tx.requestId],
    )
    if (rows[0]?.outcome !== 'ok') throw new Error(`${email} could not join: ${String(rows[0]?.outcome)}`)
  })
}
