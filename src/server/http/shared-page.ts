import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { AppError } from '#base/app-error.ts'
import type { Language } from '#contracts/language.ts'
import {
  awayPage,
  busyPage,
  gonePage,
  linkHeaders,
  passwordPage,
  passwordPageHeaders,
  sharedPage,
  sharedPageHeaders,
} from '../public/shared-page.ts'
import type { Services } from '../services.ts'
import { readShared, readSharedFile } from '../shares/read-shared.ts'
import { passSeconds } from '../shares/share-password.ts'
import { unlockShare } from '../shares/unlock-share.ts'
import { clientAddress } from './client-address.ts'
import type { ServerEnv } from './context.ts'
import { errorAnswer } from './error-answer.ts'
import { readBytes } from './read-body.ts'
import { sendFile } from './send-file.ts'
import { requestedLanguage, requestedReader } from './requested-language.ts'

const passCookie = 'link_pass'

const visitOf = (context: Context<ServerEnv>, services: Services) => ({
  services,
  requestId: context.get('requestId'),
  address: clientAddress(context, services.settings.trustedProxies),
  pass: getCookie(context, passCookie) ?? null,
})

const htmlAnswer = (status: number, html: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(html, { status, headers: { ...headers } })

/**
 * What a refusal looks like to a visitor. Anything else is noted where every fault is, and answered with its status as a page
 * that tries again: who only has a link has no use for the words of the API.
 */
function refusedPage(
  error: unknown,
  { language, requestId, services }: Refused,
  forbidden: () => Response,
): Response {
  const code = error instanceof AppError ? error.code : ''
  if (code === 'not_found') return htmlAnswer(404, gonePage(language), sharedPageHeaders)
  if (code === 'forbidden') return forbidden()
  if (code === 'rate_limited') return htmlAnswer(429, busyPage(language), sharedPageHeaders)
  const { status } = errorAnswer(error, requestId, services.log)
  return htmlAnswer(status, awayPage(language), sharedPageHeaders)
}

interface Refused {
  language: Language
  requestId: string
  services: Services
}

/** `GET /p/{token}`: what a link shows, as a page that needs no script and no account; or the form for its password. */
export const answerSharedPage =
  (services: Services) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const reader = requestedReader(context.req.header('Accept-Language'))
    const { language } = reader
    const token = context.req.param('token') ?? ''
    try {
      const visit = visitOf(context, services)
      services.limiter.take('public', visit.address, 120, 60)
      const shown = await readShared(visit, token, 'page')
      return htmlAnswer(200, sharedPage(shown, reader, `/p/${token}`), sharedPageHeaders)
    } catch (error) {
      return refusedPage(error, { language, requestId: context.get('requestId'), services }, () =>
        htmlAnswer(403, passwordPage(language, `/p/${token}`, false), passwordPageHeaders),
      )
    }
  }

/**
 * `POST /p/{token}`: the password of a link, as its form sends it. Whoever gave it is led to the page, with a cookie that no
 * script reads and that goes to this link alone.
 */
export const answerLinkPassword =
  (services: Services) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    const language = requestedLanguage(context.req.header('Accept-Language'))
    const token = context.req.param('token') ?? ''
    try {
      const visit = visitOf(context, services)
      services.limiter.take('public', visit.address, 120, 60)
      const form = new URLSearchParams((await readBytes(context, 4096)).toString('utf8'))
      const pass = await unlockShare(visit, token, form.get('password') ?? '')
      const secure = services.publicUrl().startsWith('https:') ? '; Secure' : ''
      return new Response(null, {
        status: 303,
        headers: {
          ...linkHeaders,
          'Cache-Control': 'no-store',
          Location: `/p/${token}`,
          'Set-Cookie': `${passCookie}=${pass}; Path=/p/${token}; Max-Age=${passSeconds}; HttpOnly; SameSite=Lax${secure}`,
        },
      })
    } catch (error) {
      return refusedPage(error, { language, requestId: context.get('requestId'), services }, () =>
        htmlAnswer(403, passwordPage(language, `/p/${token}`, true), passwordPageHeaders),
      )
    }
  }

/** `GET /p/{token}/files/{id}`: a picture or file that the link shows. Refusals have its headers too. */
export const answerSharedFile =
  (services: Services) =>
  async (context: Context<ServerEnv>): Promise<Response> => {
    for (const [name, value] of Object.entries(linkHeaders)) context.env.outgoing.setHeader(name, value)
    const visit = visitOf(context, services)
    services.limiter.take('public-file', visit.address, 600, 60)
    const { token = '', id = '' } = context.req.param()
    return sendFile(context, services.files, await readSharedFile(visit, token, id), true)
  }
