import { decodeJwt } from 'jose'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { Grant, RealtimeAccess, RealtimePerson } from '#platform/realtime/realtime-ports.ts'
import { Passage } from '../access/passage.ts'
import type { Caller } from '../database/in-tenant.ts'
import { recordContext } from '../records/open-records.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { refusedAs } from './refused-as.ts'
import { parseTopic, type Topic } from './topic-kinds.ts'
import { watchedTables } from './watched-tables.ts'

/** Who somebody is and what they may at which topic, by the same doors and rights as every call of the API. */
export const realtimeAccess = (services: Services): RealtimeAccess => ({
  tables: watchedTables(services),
  async identify(token) {
    try {
      const { userId, sessionId, email, aal } = await services.verifyToken(token)
      return { userId, sessionId, email, aal, expiresAt: decodeJwt(token).exp ?? 0 }
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') return null
      throw error
    }
  },
  async authorise(person, topics) {
    const grants = new Map<string, Grant>()
    const byTenant = new Map<string, Topic[]>()
    for (const text of topics) {
      const topic = parseTopic(text)
      if (topic) byTenant.set(topic.tenantId, [...(byTenant.get(topic.tenantId) ?? []), topic])
      else if (text === `user:${person.userId}` && (await isSignedIn(services, person)))
        grants.set(text, { mayPublish: false, presence: null })
    }
    for (const [tenantId, own] of byTenant)
      await inWorkspace(services, person, tenantId, async (context) => {
        const shower = {
          userId: person.userId,
          name: await nameOf(context),
          visible: async (model: string, ids: readonly string[]) =>
            (await inWorkspace(services, person, tenantId, (now) => visibleIds(now, model, ids))) ??
            new Set(),
        }
        for (const topic of own) {
          const grant = await topic.kind.grant(context, topic, shower)
          if (grant) grants.set(topic.text, grant)
        }
      })
    return grants
  },
})

async function nameOf({ tx, caller }: RecordContext): Promise<string> {
  const { rows } = await tx.query<{ name: string }>('select name from app.list_members() where id = $1', [
    caller.userId,
  ])
  return rows[0]?.name ?? 'Somebody'
}

async function isSignedIn(services: Services, { userId, sessionId }: RealtimePerson): Promise<boolean> {
  const { rows } = await services.database.owner.query<{ alive: boolean }>(
    'select app.session_is_alive($1, $2) as alive',
    [sessionId, userId],
  )
  return rows[0]?.alive === true
}

/** Runs `work` in a snapshot of the workspace as this person sees it now; null when they may not be there. */
async function inWorkspace<T>(
  services: Services,
  { userId, sessionId, email, aal }: RealtimePerson,
  tenantId: string,
  work: (context: RecordContext) => Promise<T>,
): Promise<T | null> {
  const claim = { userId, sessionId, tenantId, subdomain: null, aal }
  const passage = new Passage(services.database.requests, claim, newId(), services.log)
  const tx = await passage.open('read').catch(refusedAs(null))
  if (!tx) return null
  try {
    const { tenantName, role } = must(passage.place)
    const caller: Caller = { userId, sessionId, email, name: null, tenantId, tenantName, role }
    const result = await work(await recordContext(tx, caller, services))
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollback()
    throw error
  }
}
