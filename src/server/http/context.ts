import type { HttpBindings } from '@hono/node-server'

/** What every request carries through the middleware. */
export interface ServerEnv {
  Bindings: HttpBindings
  Variables: { requestId: string }
}
