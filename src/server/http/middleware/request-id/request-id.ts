import type { MiddlewareHandler } from 'hono'
import { newId } from '#base/ids.ts'
import type { Logger } from '../../../log/logger.ts'
import type { ServerEnv } from '../../context.ts'

/** Gives every request an id, answers it as `X-Request-Id` and writes one log line about it. */
export const requestId =
  (log: Logger): MiddlewareHandler<ServerEnv> =>
  async (context, next) => {
    const id = newId()
    const began = performance.now()
    context.set('requestId', id)
    context.env.outgoing.setHeader('X-Request-Id', id)
    await next()
    const { status } = context.res
    const facts = {
      requestId: id,
      method: context.req.method,
      path: loggedPath(context.req.path),
      status,
      ms: Math.round(performance.now() - began),
    }
    if (status >= 500) log.warn('request', facts)
    else log.debug('request', facts)
  }

/** Whoever has the link to a shared record, a calendar, an invitation or a workflow may use it: it stands in no log. */
const loggedPath = (path: string): string =>
  path.replace(
    /^(\/p\/|\/invite\/|\/api\/(?:public\/objects|calendars|invites|workflow-hooks)\/)[^/]+/,
    (_all, place: string) => `${place}…`,
  )
