import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { AuthError } from './auth-error.ts'
import { githubAccount } from './github-account.ts'
import { type ForeignAccount, type ProviderSettings, accountOf } from './providers.ts'

/** What is kept between sending somebody away and their coming back. */
export interface Passphrase {
  state: string
  nonce: string
  codeVerifier: string
}

const seconds = 10

/**
 * Speaks to one provider: where to send people, and whom they come back as. What an OpenID Connect issuer serves is asked
 * of it once, and again after a failure.
 */
export class ProviderClient {
  readonly settings: ProviderSettings
  readonly #insecure: boolean
  #keys: ReturnType<typeof createRemoteJWKSet> | null = null
  #configuration: Promise<oidc.Configuration> | null = null

  /** `insecure`: the issuer may be reached without TLS, as in tests. */
  constructor(settings: ProviderSettings, insecure: boolean) {
    this.settings = settings
    this.#insecure = insecure
  }

  /** The address at the provider that asks the person. */
  async address(
    redirectUri: string,
    { state, nonce, codeVerifier }: Passphrase,
    scopes: string,
  ): Promise<URL> {
    const config = await this.#configure()
    const { id } = this.settings
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: scopesOf(id, scopes),
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(id !== 'github' && { nonce }),
      // Apple sends a name or an address by POST only.
      ...(id === 'apple' && { response_mode: 'form_post' }),
    })
  }

  /** Who came back. `answer` is our own callback address with what the provider added. */
  async account(answer: URL, { state, nonce, codeVerifier }: Passphrase): Promise<ForeignAccount> {
    const config = await this.#configure()
    const isGithub = this.settings.id === 'github'
    const tokens = await oidc.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      ...(!isGithub && { expectedNonce: nonce, idTokenExpected: true }),
    })
    if (isGithub) return githubAccount(this.settings, tokens.access_token)
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider answered no ID token.')
    if (claims['email'] || !config.serverMetadata().userinfo_endpoint) return accountOf(this.settings, claims)
    const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    return accountOf(this.settings, { ...more, ...claims })
  }

  /** Whom an ID token is about: signed with the issuer's keys, by this issuer, for us. 400 `bad_jwt`. */
  async verifyIdToken(token: string): Promise<{ account: ForeignAccount; nonce: string }> {
    const { id, clientId, audiences } = this.settings
    if (id === 'github') throw new AuthError(400, 'provider_disabled', 'This provider gives out no ID tokens')
    const { issuer, jwks_uri: keys = '' } = (await this.#configure()).serverMetadata()
    this.#keys ??= createRemoteJWKSet(new URL(keys), { timeoutDuration: seconds * 1000 })
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        audience: [clientId, ...audiences],
        requiredClaims: ['sub', 'iss', 'exp', 'iat'],
        clockTolerance: 5,
      })
      // Microsoft's common door has an issuer for each directory.
      const expected = issuer.replace('{tenantid}', String(payload['tid'] ?? ''))
      if (payload.iss !== expected) throw new Error('unexpected "iss" claim value')
      return { account: accountOf(this.settings, payload), nonce: String(payload['nonce'] ?? '') }
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown'
      throw new AuthError(400, 'bad_jwt', `Bad ID token: ${reason}`, { cause })
    }
  }

  #configure(): Promise<oidc.Configuration> {
    this.#configuration ??= this.#ask().catch((cause: unknown) => {
      this.#configuration = null
      throw new AuthError(500, 'unexpected_failure', `The provider ${this.settings.name} does not answer`, {
        cause,
      })
    })
    return this.#configuration
  }

  async #ask(): Promise<oidc.Configuration> {
    const { id, issuer, clientId, clientSecret, github } = this.settings
    if (id !== 'github') {
      return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: seconds,
        execute: this.#insecure ? [oidc.allowInsecureRequests] : [],
      })
    }
    const site = github?.site ?? 'https://github.com'
    const config = new oidc.Configuration(
      {
        issuer: site,
        authorization_endpoint: `${site}/login/oauth/authorize`,
        token_endpoint: `${site}/login/oauth/access_token`,
      },
      clientId,
      { client_secret: clientSecret },
    )
    config.timeout = seconds
    if (this.#insecure) oidc.allowInsecureRequests(config)
    return config
  }
}

const needed: Record<string, string[]> = {
  github: ['read:user', 'user:email'],
  apple: ['openid', 'name', 'email'],
}

function scopesOf(id: string, more: string): string {
  const scopes = new Set(needed[id] ?? ['openid', 'email', 'profile'])
  for (const scope of more.split(/[\s,]+/)) if (/^[\w:./-]{1,200}$/.test(scope)) scopes.add(scope)
  return [...scopes].join(' ')
}
