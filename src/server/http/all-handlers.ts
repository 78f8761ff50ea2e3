import { authHandlers } from './auth.ts'
import { developmentHandlers } from './development.ts'
import { metaHandlers } from './meta.ts'
import type { Handler } from './route.ts'
import { tenantHandlers } from './tenants.ts'

/** What answers each call of `contracts/api/all-endpoints.ts`. */
export const allHandlers: readonly Handler[] = [
  ...metaHandlers,
  ...tenantHandlers,
  ...authHandlers,
  ...developmentHandlers,
]
