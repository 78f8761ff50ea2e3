import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type pg from 'pg'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type {
  Queryable,
  StorageHost,
  StorageRights,
  StorageWork,
  Visitor,
} from '#platform/storage/storage-host.ts'
import { Passage } from '../access/passage.ts'
import { previewHeader } from '../access/enter-preview.ts'
import { inBackground } from '../database/in-background.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { repeatOnClash } from '../database/repeat-on-clash.ts'
import { cleanFileName, contentDisposition } from '../files/content-disposition.ts'
import { detectType, shownInline } from '../files/detect-type.ts'
import { insertFile } from '../files/keep-file.ts'
import { hasMetadata, stripMetadata } from '../files/pictures/strip-metadata.ts'
import { claimOf } from '../http/claim-of.ts'
import { requestedTenant } from '../http/requested-workspace.ts'
import { personOf, whoAsks } from '../http/who-asks.ts'
import type { Services } from '../services.ts'
import { noteTokenUse } from '../tokens/note-use.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'
import { objectType } from './object-type.ts'

/** What stands for buckets and their objects where roles name models; roles may grant it like one. */
const storageModel = { key: 'storage' }

const all: StorageRights = { manage: true, read: true, create: true, update: true, delete: true }

async function rightsOf(
  tx: Tx,
  caller: Pick<Caller, 'tenantId' | 'role' | 'token' | 'preview'>,
): Promise<StorageRights> {
  const access = accessOf(await loadWorkspace(tx, caller.tenantId), caller)
  // A rule about rows says nothing that could be asked of a file: who has only some rows has no files.
  const open = access.rowRule(storageModel) === null
  const may = (verb: 'read' | 'create' | 'update' | 'delete'): boolean =>
    open && access.can(storageModel, verb)
  return {
    manage: access.manages('workspace'),
    read: may('read'),
    create: may('create'),
    update: may('update'),
    delete: may('delete'),
  }
}

const workOf = (tx: Tx, tenantId: string, userId: string | null, may: StorageRights): StorageWork => ({
  query: (text, values) => tx.query(text, values),
  tenantId,
  userId,
  may,
  afterCommit: (work) => tx.afterCommit(work),
})

const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

export interface StorageKeys {
  anonKey: string
  serviceKey: string
}

/** What the storage service is given: who asks is found, let in and given rights exactly as at the API. */
export function makeStorageHost(services: Services, keys: StorageKeys, process: string): StorageHost {
  const { settings, database } = services
  return {
    process,
    largestFile: settings.largestFile,
    origins: () => [...settings.corsAllowed, ...settings.apiBaseAllowed],
    visitor: (context) => visitorOf(services, keys, context),
    onBehalf: (tenantId, { userId, replaces }) => ({
      inTransaction: (_mode, work) =>
        inBackground(database, tenantId, async (tx) => {
          const now = userId === null ? all : await rightsNow(tx, tenantId, userId)
          const may = { ...now, manage: false, update: now.update && replaces, delete: false }
          return work(workOf(tx, tenantId, userId, may))
        }),
    }),
    outside: (work) => outside(database.requests, work),
    typeOf: objectType,
    recordTypeOf: detectType,
    hasMetadata,
    withoutMetadata: stripMetadata,
    shownInline,
    disposition: contentDisposition,
    keepRecordFile: (db, file) =>
      insertFile(
        db,
        { tenantId: db.tenantId, userId: must(db.userId, 'a file has an uploader') },
        {
          ...file,
          name: cleanFileName(file.name),
        },
      ),
  }
}

async function visitorOf(services: Services, keys: StorageKeys, context: Context): Promise<Visitor | null> {
  const { database, settings, log } = services
  const bearer = /^bearer ([^\s]+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  if (bearer === undefined) throw new AppError('unauthorized')
  if (sameSecret(bearer, keys.anonKey)) return null
  const tenantId = requestedTenant(context)
  if (sameSecret(bearer, keys.serviceKey)) {
    if (tenantId === null) throw new AppError('tenant_selection_required')
    return {
      inTransaction: (_mode, work) =>
        inBackground(database, tenantId, (tx) => work(workOf(tx, tenantId, null, all))),
    }
  }
  const asker = await whoAsks(context, { access: 'tenant' }, services)
  // Who looks as somebody else looks at screens and records only.
  if (context.req.header(previewHeader) !== undefined)
    throw new AppError('forbidden', 'A preview only looks.')
  const passage = new Passage(database.requests, claimOf(context, asker, settings, tenantId), newId(), log)
  return {
    inTransaction: (mode, work) =>
      repeatOnClash(async () => {
        const tx = await passage.open(mode)
        try {
          const place = must(passage.place, 'an open transaction is somewhere')
          if (asker.tokenHash) noteTokenUse(database.requests, log, asker.tokenHash)
          const caller: Caller = {
            ...personOf(asker, place),
            tenantId: place.tenantId,
            tenantName: place.tenantName,
            role: place.role,
            ...(place.token && { token: place.token }),
          }
          const result = await work(workOf(tx, place.tenantId, caller.userId, await rightsOf(tx, caller)))
          await tx.commit()
          return result
        } catch (error) {
          await tx.rollback()
          throw error
        }
      }),
  }
}

/** Throws 403 for who is no member any more, or shut out. */
async function rightsNow(tx: Tx, tenantId: string, userId: string): Promise<StorageRights> {
  const { rows } = await tx.query<{ role: string | null }>('select app.role_now($1) as role', [userId])
  const role = rows[0]?.role ?? null
  if (role === null) throw new AppError('forbidden', 'Whoever signed this address is no longer a member.')
  return rightsOf(tx, { tenantId, role })
}

async function outside<T>(pool: pg.Pool, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({
      async query<R>(text: string, values?: unknown[]) {
        const { rows, rowCount } = await client.query(text, values)
        return { rows: rows as R[], rowCount: rowCount ?? 0 }
      },
    })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}
