import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import { busyPage, gonePage, pageLanguage, sharedPage, sharedPageHeaders } from '../public/shared-page.ts'
import type { Services } from '../services.ts'
import { readShared } from '../shares/read-shared.ts'
import { clientAddress } from './client-address.ts'
import type { ServerEnv } from './context.ts'

/** `GET /p/{token}`: what a link shows, as a page that needs no script and no account. */
export const answerSharedPage =
  (services: Services) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const language = pageLanguage(context.req.header('Accept-Language'))
    const answer = (status: number, html: string): Response =>
      new Response(html, { status, headers: { ...sharedPageHeaders } })
    try {
      services.limiter.take('public', clientAddress(context, services.settings.trustedProxies), 120, 60)
      const visit = { services, requestId: context.get('requestId') }
      return answer(
        200,
        sharedPage(await readShared(visit, context.req.param('token') ?? '', 'page'), language),
      )
    } catch (error) {
      const code = error instanceof AppError ? error.code : ''
      if (code === 'not_found') return answer(404, gonePage(language))
      if (code === 'rate_limited') return answer(429, busyPage(language))
      if (code === 'unavailable') return answer(503, busyPage(language))
      throw error
    }
  }
