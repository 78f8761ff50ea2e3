import { AppError } from '#base/app-error.ts'
import { endMySession, endOtherSessions, listMySessions } from '#contracts/api/profile.ts'
import { inUser, type Tx } from '../database/in-tenant.ts'
import { handle } from './route.ts'

interface SessionRow {
  id: string
  created_at: Date
  last_seen_at: Date
  user_agent: string | null
  address: string | null
  aal: string
}

const end = async (tx: Tx, only: string | null, except: string | null): Promise<number> => {
  const { rows } = await tx.query<{ ended: number }>('select app.end_my_sessions($1, $2) as ended', [
    only,
    except,
  ])
  return rows[0]?.ended ?? 0
}

export const profileHandlers = [
  handle(listMySessions, async ({ user }) =>
    inUser(user, async (tx) => {
      const { rows } = await tx.query<SessionRow>('select * from app.my_sessions()')
      return {
        rows: rows.map(({ created_at, last_seen_at, aal, ...row }) => ({
          ...row,
          current: row.id === user.sessionId,
          created_at: created_at.toISOString(),
          last_seen_at: last_seen_at.toISOString(),
          second_factor: aal !== 'aal1',
        })),
      }
    }),
  ),

  handle(endMySession, async ({ user, params }) => {
    if ((await inUser(user, (tx) => end(tx, params.id, null))) === 0) throw new AppError('not_found')
  }),

  handle(endOtherSessions, async ({ user }) => ({
    ended: await inUser(user, (tx) => end(tx, null, user.sessionId)),
  })),
]
