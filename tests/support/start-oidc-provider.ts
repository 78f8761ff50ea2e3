import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

export interface OidcProvider {
  issuer: string
  /** Who signs in next; the claims are what the provider says of them. */
  person: { sub: string; claims: Record<string, unknown> }
  /** Makes the provider itself, once it is known where people come back to. */
  serve(redirectUri: string): void
  /** Lets the next exchange of a code wait until `goOn`; `asked` says that it began. */
  holdTokens(): { asked: Promise<void>; goOn: () => void }
  /** An ID token as this provider would sign it for an application of the phone. */
  idToken(claims: Record<string, unknown>): Promise<string>
  stop(): Promise<void>
}

/** A real OpenID Connect server with two clients, `formwork` and `other`, that lets `person` in without asking. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  let serving: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  const server = createServer((request, response) => serving?.(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let held: { begun: () => void; wait: Promise<void> } | null = null
  const started: OidcProvider = {
    issuer,
    person: { sub: 'nobody', claims: {} },
    serve(redirectUri) {
      const provider = new Provider(issuer, {
        clients: ['formwork', 'other'].map((id) => ({
          client_id: id,
          client_secret: `secret of ${id}`,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post' as const,
        })),
        jwks: { keys: [key] },
        cookies: { keys: ['only for tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
        conformIdTokenClaims: false,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ sub, ...started.person.claims }),
        }),
      })
      const answer = provider.callback()
      const letIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { params } = await provider.interactionDetails(request, response)
        const { sub } = started.person
        const grant = new provider.Grant({ accountId: sub, clientId: String(params['client_id']) })
        grant.addOIDCScope('openid email profile')
        const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } }
        await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      }
      serving = (request, response) => {
        if (request.url?.startsWith('/interaction/')) void letIn(request, response)
        else if (held && request.url?.startsWith('/token')) {
          const { begun, wait } = held
          held = null
          begun()
          void wait.then(() => answer(request, response))
        } else void answer(request, response)
      }
    },
    holdTokens() {
      let [begun, goOn] = [() => {}, () => {}]
      const asked = new Promise<void>((resolve) => (begun = resolve))
      held = { begun, wait: new Promise<void>((resolve) => (goOn = resolve)) }
      return { asked, goOn }
    },
    idToken: (claims) =>
      new SignJWT({ iss: issuer, aud: 'formwork', iat: now(), exp: now() + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(privateKey),
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return started
}

const now = (): number => Math.floor(Date.now() / 1000)

/** A browser without pages: follows redirects with cookies until one leads where `stopAt` says; answers that address. */
export async function followRedirects(start: string, stopAt: (url: URL) => boolean): Promise<URL> {
  const jar = new Map<string, Map<string, string>>()
  let url = new URL(start)
  for (let hops = 0; hops < 20; hops++) {
    if (stopAt(url)) return url
    const cookies = jar.get(url.host) ?? new Map<string, string>()
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    jar.set(url.host, cookies)
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${url.href} answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url)
  }
  throw new Error('too many redirects')
}
