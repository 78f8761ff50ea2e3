import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import { readDiagnostics } from '#contracts/api/diagnostics.ts'
import { readHealth, readMeta, readOpenApi, readWorkspaceApi, type Meta } from '#contracts/api/meta.ts'
import { inTenant } from '../database/in-tenant.ts'
import { describeApi } from '../meta/describe-api.ts'
import { describeWorkspaceApi } from '../meta/describe-workspace-api.ts'
import { diagnose } from '../meta/diagnose.ts'
import { checkHealth } from '../meta/check-health.ts'
import type { Services } from '../services.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { requestedSubdomain } from './requested-workspace.ts'
import { handle } from './route.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string
}

export const metaHandlers = [
  handle(readMeta, async ({ services, context }) => {
    const { settings } = services
    const { demoPeople } = services
    const meta: Meta = {
      name: 'Formwork',
      version,
      mode: settings.production ? 'production' : 'development',
      supabase: hostedServiceAt(context, services),
      appDomain: settings.appDomain,
      home: settings.publicUrl ? new URL(settings.publicUrl).host : null,
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

/** At the address of a workspace, signing in, files and realtime are asked there too: other origins are not let in. */
function hostedServiceAt(context: Context, services: Services): Meta['supabase'] {
  const service = services.hostedService()
  const { appDomain, hosted } = services.settings
  const label = hosted ? null : requestedSubdomain(context, services.settings)
  if (label === null || label === '-') return service
  const own = new URL(service.url)
  own.hostname = `${label}.${appDomain?.replace(/:\d+$/, '')}`
  return { ...service, url: own.href.replace(/\/$/, '') }
}
