import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { RestHost, RestLink, RestVisitor } from '#platform/rest/rest-host.ts'
import { Passage } from '../access/passage.ts'
import { claimOf } from '../http/claim-of.ts'
import { whoAsks } from '../http/who-asks.ts'
import type { Services } from '../services.ts'
import { takeOn } from './take-on.ts'

const keys = {
  profiles: ['id'],
  tenants: ['id'],
  memberships: ['tenant_id', 'user_id'],
  settings: ['user_id', 'key'],
}

const links: RestLink[] = [
  { from: 'memberships', column: 'tenant_id', to: 'tenants', key: 'id' },
  { from: 'memberships', column: 'user_id', to: 'profiles', key: 'id' },
  { from: 'settings', column: 'user_id', to: 'profiles', key: 'id' },
]

/** What the database service is given: the schema `exposed`, asked in the name and with the rights of whoever is signed in. */
export function makeRestHost(services: Services, platform: { anonKey: string }): RestHost {
  const { settings, database, log, publicUrl } = services
  return {
    schema: 'exposed',
    keys,
    links,
    visitor: (context) => visitorOf(services, platform.anonKey, context),
    query: async <R>(text: string, values?: unknown[]) => {
      const { rows, rowCount } = await database.owner.query(text, values)
      return { rows: rows as R[], rowCount: rowCount ?? 0 }
    },
    origins: () => [...settings.corsAllowed, ...settings.apiBaseAllowed],
    publicUrl,
    log: (message) => log.error(message),
  }
}

async function visitorOf(services: Services, anonKey: string, context: Context): Promise<RestVisitor | null> {
  const { database, settings, log, limiter } = services
  const bearer = /^bearer ([^\s]+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  if (bearer === undefined) throw new AppError('unauthorized')
  if (sameSecret(bearer, anonKey)) return null
  const asker = await whoAsks(context, { access: 'user' }, services)
  limiter.take('rest', asker.userId, 600, 60)
  const passage = new Passage(database.requests, claimOf(context, asker, settings, undefined), newId(), log)
  return {
    async inTransaction(mode, work) {
      const tx = await passage.open(mode)
      try {
        await takeOn(tx, { ...asker, aal: asker.proof?.aal ?? 'aal1' })
        const result = await work(tx)
        await tx.commit()
        return result
      } catch (error) {
        await tx.rollback()
        throw error
      }
    },
  }
}

const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
