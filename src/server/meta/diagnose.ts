import { must } from '#base/assert.ts'
import type { Diagnostics } from '#contracts/api/diagnostics.ts'
import type { Tx } from '../database/in-tenant.ts'
import { newestMigration } from '../database/migrate.ts'
import type { Services } from '../services.ts'
import { checkHealth } from './check-health.ts'

interface Counted {
  database: string
  now_ms: string
  release: number
  models: number
  records: number
  in_bin: number
  people: number
  bytes: string
  quota: string
  uploads: number
  imports: number
  exports: number
  recalculations: number
  webhooks_waiting: number
  webhooks_failed: number
  messages_waiting: number
  messages_failed: number
}

const mostCounted = 100_000

const question = `
  select current_setting('server_version') as database,
    (extract(epoch from clock_timestamp()) * 1000)::text as now_ms,
    (select max(number) from app.releases where tenant_id = $1) as release,
    (select count(*)::int from app.released where tenant_id = $1 and kind = 'model') as models,
    (select count(*)::int from (select from app.objects where tenant_id = $1 and deleted_at is null limit ${mostCounted}) o) as records,
    (select count(*)::int from (select from app.objects where tenant_id = $1 and deleted_at is not null limit ${mostCounted}) o) as in_bin,
    (select count(*)::int from app.list_members()) as people,
    room.bytes::text as bytes, room.quota::text as quota,
    (select count(*)::int from app.uploads where tenant_id = $1) as uploads,
    (select count(*)::int from app.imports where tenant_id = $1 and status = 'running') as imports,
    (select count(*)::int from app.exports where tenant_id = $1 and status = 'running') as exports,
    (select count(*)::int from app.recalculations where tenant_id = $1) as recalculations,
    (select count(*)::int from app.webhook_deliveries where tenant_id = $1 and status = 'waiting') as webhooks_waiting,
    (select count(*)::int from app.webhook_deliveries where tenant_id = $1 and status = 'failed') as webhooks_failed,
    (select count(*)::int from app.outgoing_messages where tenant_id = $1 and status = 'waiting') as messages_waiting,
    (select count(*)::int from app.outgoing_messages where tenant_id = $1 and status = 'failed') as messages_failed
  from app.storage_room() room`

/** How the server and the workspace of this transaction are. */
export async function diagnose(
  tx: Tx,
  tenantId: string,
  services: Services,
  version: string,
): Promise<Diagnostics> {
  const health = await checkHealth(services)
  const began = performance.now()
  await tx.query('select 1')
  const answersIn = performance.now() - began
  const { rows } = await tx.query<Counted>(question, [tenantId])
  const counted = must(rows[0])
  const now = Date.now()
  return {
    at: new Date(now).toISOString(),
    version,
    node: process.versions.node,
    mode: services.settings.production ? 'production' : 'development',
    uptime: Math.round(process.uptime()),
    memory: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    health,
    database: {
      version: counted.database,
      answers_in: Math.round(answersIn * 10) / 10,
      clock_ahead: Math.round(Number(counted.now_ms) - now),
      schema: newestMigration(),
      waiting: services.database.requests.waitingCount,
    },
    jobs: services.jobs.states(),
    workspace: {
      id: tenantId,
      release: counted.release,
      models: counted.models,
      records: counted.records,
      in_bin: counted.in_bin,
      people: counted.people,
    },
    storage: {
      where: services.settings.s3 ? 's3' : 'folder',
      bytes: counted.bytes,
      quota: counted.quota,
      unfinished_uploads: counted.uploads,
    },
    queues: {
      imports: counted.imports,
      exports: counted.exports,
      recalculations: counted.recalculations,
      webhooks_waiting: counted.webhooks_waiting,
      webhooks_failed: counted.webhooks_failed,
      messages_waiting: counted.messages_waiting,
      messages_failed: counted.messages_failed,
    },
  }
}
