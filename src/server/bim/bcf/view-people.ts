import type { RecordContext } from '../../records/record-context.ts'

/** The people of a workspace, as BCF names them. */
export interface ViewPeople {
  /** The member with this mail address. */
  byMail(address: string): string | null
  /** What a file says of a member: the mail address where the reader may know it, else the name. */
  said(id: string): string | null
}

const members = `select m.id, m.name, m.email, m.status from app.list_members() m where m.tenant_id = $1`

/** Who a topic may be assigned to. People from outside are told of nobody but themselves. */
export async function viewPeople({ tx, caller, access }: RecordContext): Promise<ViewPeople> {
  const { rows } = await tx.query<{ id: string; name: string; email: string | null; status: string }>(
    members,
    [caller.tenantId],
  )
  const known = access.outside ? rows.filter(({ id }) => id === caller.userId) : rows
  // Whoever is suspended stays named where they stand, but gets nothing new.
  const mails = new Map(
    known.flatMap(({ id, email, status }) =>
      email === null || status !== 'active' ? [] : [[email.toLowerCase(), id]],
    ),
  )
  const byId = new Map(known.map((person) => [person.id, person]))
  return {
    byMail: (address) => mails.get(address.trim().toLowerCase()) ?? null,
    said(id) {
      const person = byId.get(id)
      if (!person) return null
      const tellsMail = id === caller.userId || access.manages('members')
      return (tellsMail ? person.email : null) ?? person.name
    },
  }
}
