import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import {
  exportConfiguration as exportEndpoint,
  importConfiguration as importEndpoint,
} from '#contracts/api/configuration.ts'
import {
  createRelease,
  listReleases,
  restoreRelease as restoreEndpoint,
  type Release,
} from '#contracts/api/releases.ts'
import { inTenant, type Caller, type Tx } from '../database/in-tenant.ts'
import { exportConfiguration, importConfiguration } from '../releases/configuration.ts'
import { restoreRelease } from '../releases/release-changes.ts'
import { managedKinds, releaseDrafts } from '../releases/release-drafts.ts'
import { unknownCommands } from '../workflows/refuse-unknown-commands.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { handle } from './route.ts'

const columns = `id, number, note, current, to_json(created_at)#>>'{}' as created_at, created_by`

async function readRelease(tx: Tx, caller: Caller, id: string): Promise<Release> {
  const { rows } = await tx.query<Release>(
    `select ${columns} from app.sys_release where tenant_id = $1 and id = $2`,
    [caller.tenantId, id],
  )
  return must(rows[0])
}

export const releaseHandlers = [
  handle(listReleases, async ({ caller, search }) =>
    inTenant(caller, async (tx) => {
      const { access } = await loadAccess(tx, caller)
      if (managedKinds(access).length === 0)
        throw new AppError('forbidden', 'Your role may not see releases.')
      const { rows } = await tx.query<Release>(
        `select ${columns} from app.sys_release
         where tenant_id = $1 and number < coalesce($2, 2147483647) order by number desc limit $3`,
        [caller.tenantId, search.after ?? null, search.size],
      )
      const last = rows.length === search.size ? rows.at(-1) : undefined
      return { rows, page: { size: search.size, after: last ? String(last.number) : null } }
    }),
  ),

  handle(
    createRelease,
    async ({ caller, body }) =>
      inTenant(caller, async (tx) => {
        const { releaseId } = await releaseDrafts(tx, caller, body)
        return readRelease(tx, caller, releaseId)
      }),
    { mode: 'release' },
  ),

  handle(
    restoreEndpoint,
    async ({ caller, params }) =>
      inTenant(caller, async (tx) => {
        await restoreRelease(tx, caller, params.id)
        return readRelease(tx, caller, params.id)
      }),
    { mode: 'release' },
  ),

  handle(exportEndpoint, async ({ caller }) => inTenant(caller, (tx) => exportConfiguration(tx, caller))),

  handle(
    importEndpoint,
    async ({ caller, body }) =>
      inTenant(caller, async (tx) =>
        readRelease(
          tx,
          caller,
          await importConfiguration(tx, caller, body, ({ steps }, at) => unknownCommands(steps, at)),
        ),
      ),
    { mode: 'release' },
  ),
]
