import { must } from '#base/assert.ts'
import type { Caller } from '../database/in-tenant.ts'
import { inTenant } from '../database/in-tenant.ts'
import { insertNotifications } from '../notifications/insert-notifications.ts'
import { bulkRecords } from '../records/bulk-records.ts'
import { withRecords } from '../records/open-records.ts'
import { ask } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import type { Services } from '../services.ts'
import { createShare } from '../shares/shares.ts'
import { startWorkflow } from '../workflows/start-workflow.ts'
import type { DemoCrew } from './demo-records.ts'
import type { DemoSite } from './demo-site-file.ts'

/** Workflows, and runs of them that people began: some done, one that waits for an approval. */
export async function writeDemoWorkflows(
  services: Services,
  crew: DemoCrew,
  { workflows, requests }: DemoSite,
): Promise<void> {
  const owner = crew.byRole('owner')
  const changes = workflows.map((workflow) => ({
    kind: 'workflow' as const,
    key: workflow.key,
    body: { ...workflow },
  }))
  await inTenant(owner, (tx) => releaseChanges(tx, owner, changes, 'Workflows'), { mode: 'release' })
  for (const { by, what, amount } of requests)
    await withRecords({ caller: crew.byEmail(by), services }, (context) =>
      startWorkflow(context, must(workflows[0]).key, { input: { what, amount } }),
    )
  await markFixed(services, crew.byRole('member'))
}

/** One snag is done: the workflow that follows snags begins by itself. */
async function markFixed(services: Services, caller: Caller): Promise<void> {
  await withRecords({ caller, services }, async (context) => {
    const { rows } = await ask(context, {
      model: 'snag',
      fields: ['id'],
      where: { field: 'status', op: 'eq', value: 'open' },
      sort: [{ field: 'title', dir: 'asc' }],
      page: { size: 1 },
    })
    const id = String(must(rows[0]).id)
    await bulkRecords(context, 'snag', {
      create: [],
      update: [{ id, values: { status: 'done' } }],
      delete: [],
    })
  })
}

/** A record with a public page. Its link is told in a notification: afterwards nobody can be told it again. */
export async function writeDemoShare(
  services: Services,
  owner: Caller,
  { public: shared }: DemoSite,
): Promise<void> {
  await withRecords({ caller: owner, services }, async (context) => {
    const query = { model: shared.model, fields: ['id'], where: shared.where, page: { size: 1 } }
    const { rows } = await ask(context, query)
    const model = must(context.workspace.models.get(shared.model))
    const [object] = await loadObjects(context, model, [String(must(rows[0]).id)])
    const { url } = await createShare(context, services, must(object).token, { fields: shared.fields })
    const told = {
      userId: owner.userId,
      subject: 'A page that is open to everybody',
      message: shared.message,
      about: [],
    }
    const link = new URL(url).pathname
    await insertNotifications(context.tx, owner.tenantId, [{ ...told, link }])
  })
}
