import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export interface Meta {
  name: string
  version: string
  mode: 'development' | 'production'
  supabase: { url: string; anonKey: string }
  appDomain: string | null
  /** Host the application itself is reached at, when the deployment says so: no address of a workspace. */
  home: string | null
  /** Origins the client may use as API base besides its own. */
  apiBaseAllowed: string[]
  features: {
    /** Whether `/api/dev/*` answers. */
    development: boolean
    mailbox: boolean
    /** Whether changes are published while they happen; without, screens ask again. */
    realtime: boolean
    /** People of the demo workspaces with their sign-ins; development only. */
    demoPeople?: { name: string; email: string; role: string; password: string }[]
  }
}

export interface Health {
  status: 'ok' | 'failing'
  /** `off`: this server does not offer it. */
  checks: Record<'database' | 'storage' | 'realtime' | 'jobs', 'ok' | 'failing' | 'off'>
}

export const readMeta = defineEndpoint({
  method: 'GET',
  path: '/api/_meta',
  summary: 'Everything a client needs to start; nothing secret',
  access: 'public',
  answer: z.custom<Meta>(),
})

export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether this process can serve; 503 with the failing check otherwise',
  access: 'public',
  answer: z.custom<Health>(),
  errors: ['unavailable'],
})

/** The document of one workspace: its models by name, as far as the reader may see and use them. */
export const readWorkspaceApi = defineEndpoint({
  method: 'GET',
  path: '/api/workspace/openapi.json',
  summary: 'The description of this workspace’s API',
  access: 'tenant',
  answer: z.custom<Record<string, unknown>>(),
})

export const readOpenApi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description of every call',
  access: 'public',
  answer: z.custom<Record<string, unknown>>(),
})
