import { readFileSync } from 'node:fs'
import { AppError } from '#base/app-error.ts'
import { readDiagnostics } from '#contracts/api/diagnostics.ts'
import { readHealth, readMeta, readOpenApi, readWorkspaceApi, type Meta } from '#contracts/api/meta.ts'
import { inTenant } from '../database/in-tenant.ts'
import { describeApi } from '../meta/describe-api.ts'
import { describeWorkspaceApi } from '../meta/describe-workspace-api.ts'
import { diagnose } from '../meta/diagnose.ts'
import { checkHealth } from '../meta/check-health.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { handle } from './route.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export const metaHandlers = [
  handle(readMeta, async ({ services }) => {
    const { settings } = services
    const { demoPeople } = services
    const meta: Meta = {
      name: 'Formwork',
      version,
      mode: settings.production ? 'production' : 'development',
      supabase: services.hostedService(),
      appDomain: settings.appDomain,
      apiBaseAllowed: settings.apiBaseAllowed,
      features: {
        development: settings.developmentHelpers,
        mailbox: settings.developmentHelpers && settings.smtpUrl === null,
        realtime: services.realtime !== null,
        ...(demoPeople.length > 0 ? { demoPeople } : {}),
      },
    }
    return meta
  }),

  handle(readHealth, async ({ services }) => {
    const health = await checkHealth(services)
    return Response.json(health, { status: health.status === 'ok' ? 200 : 503 })
  }),

  handle(readDiagnostics, async ({ caller, services }) =>
    inTenant(caller, async (tx) => {
      if (caller.role !== 'owner') throw new AppError('forbidden', 'Only owners look at how the server is.')
      return diagnose(tx, caller.tenantId, services, version)
    }),
  ),

  handle(readOpenApi, async ({ services }) => ({ ...describeApi(version, services.publicUrl()) })),

  handle(readWorkspaceApi, async ({ caller, services }) =>
    inTenant(caller, async (tx) => {
      const { workspace, access } = await loadAccess(tx, caller)
      return describeWorkspaceApi(version, services.publicUrl(), workspace, access)
    }),
  ),
]
