import { authHandlers } from './auth.ts'
import { developmentHandlers } from './development.ts'
import { metaHandlers } from './meta.ts'
import { exportHandlers } from './exports.ts'
import { fileHandlers } from './files.ts'
import { formHandlers } from './forms.ts'
import { objectHandlers } from './objects.ts'
import { queryHandlers } from './query.ts'
import { recordHandlers } from './records.ts'
import type { Handler } from './route.ts'
import { tenantHandlers } from './tenants.ts'

/** What answers each call of `contracts/api/all-endpoints.ts`. */
export const allHandlers: readonly Handler[] = [
  ...metaHandlers,
  ...tenantHandlers,
  ...authHandlers,
  ...developmentHandlers,
  ...queryHandlers,
  ...objectHandlers,
  ...recordHandlers,
  ...exportHandlers,
  ...fileHandlers,
  ...formHandlers,
]
