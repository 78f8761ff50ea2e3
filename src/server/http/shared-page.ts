import type { Context } from 'hono'
import { AppError } from '#base/app-error.ts'
import { busyPage, gonePage, linkHeaders, sharedPage, sharedPageHeaders } from '../public/shared-page.ts'
import type { Services } from '../services.ts'
import { readShared, readSharedFile } from '../shares/read-shared.ts'
import { clientAddress } from './client-address.ts'
import type { ServerEnv } from './context.ts'
import { sendFile } from './send-file.ts'
import { requestedLanguage } from './requested-language.ts'

/** `GET /p/{token}`: what a link shows, as a page that needs no script and no account. */
export const answerSharedPage =
  (services: Services) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const language = requestedLanguage(context.req.header('Accept-Language'))
    const answer = (status: number, html: string): Response =>
      new Response(html, { status, headers: { ...sharedPageHeaders } })
    try {
      services.limiter.take('public', clientAddress(context, services.settings.trustedProxies), 120, 60)
      const token = context.req.param('token') ?? ''
      const visit = { services, requestId: context.get('requestId') }
      return answer(200, sharedPage(await readShared(visit, token, 'page'), language, `/p/${token}`))
    } catch (error) {
      const code = error instanceof AppError ? error.code : ''
      if (code === 'not_found') return answer(404, gonePage(language))
      if (code === 'rate_limited') return answer(429, busyPage(language))
      if (code === 'unavailable') return answer(503, busyPage(language))
      throw error
    }
  }

/** `GET /p/{token}/files/{id}`: a picture or file that the link shows. Refusals have its headers too. */
export const answerSharedFile =
  (services: Services) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    for (const [name, value] of Object.entries(linkHeaders)) context.env.outgoing.setHeader(name, value)
    services.limiter.take('public-file', clientAddress(context, services.settings.trustedProxies), 600, 60)
    const visit = { services, requestId: context.get('requestId') }
    const { token = '', id = '' } = context.req.param()
    return sendFile(context, services.files, await readSharedFile(visit, token, id), true)
  }
