import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import {
  deleteAvatar,
  endMySession,
  endOtherSessions,
  listMySessions,
  readAvatar as readEndpoint,
  writeAvatar,
} from '#contracts/api/profile.ts'
import { inUser, type Tx } from '../database/in-tenant.ts'
import { readAvatar, setAvatar } from '../members/avatars.ts'
import { receiveBytes } from './receive-bytes.ts'
import { handle, handleBytes } from './route.ts'

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

  handleBytes(
    writeAvatar,
    async ({ user, context, services }) => {
      services.limiter.take('avatar', user.userId, 30, 3600)
      return receiveBytes(context, writeAvatar)
    },
    async ({ user, given }) => ({ avatar_url: must(await inUser(user, (tx) => setAvatar(tx, given))) }),
  ),

  handle(deleteAvatar, async ({ user }) => {
    await inUser(user, (tx) => setAvatar(tx, null))
  }),

  handle(readEndpoint, async ({ params, services, address }) => {
    services.limiter.take('avatar-read', address, 1200, 60)
    const { bytes, type } = await readAvatar(services.database.requests, params.user, params.picture)
    return new Response(bytes, {
      headers: {
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        // Another picture has another address.
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  }),
]
