import { isJsonObject } from '#base/json.ts'
import type { ForeignAccount, ProviderSettings } from './providers.ts'

const timeoutMs = 10_000

/** Who an access token of GitHub stands for: it speaks OAuth, not OpenID Connect, so its own API is asked. */
export async function githubAccount(
  provider: ProviderSettings,
  accessToken: string,
): Promise<ForeignAccount> {
  const api = provider.github?.api ?? 'https://api.github.com'
  const [user, emails] = await Promise.all([
    ask(`${api}/user`, accessToken),
    ask(`${api}/user/emails`, accessToken),
  ])
  if (!isJsonObject(user) || typeof user['id'] !== 'number') throw new Error('GitHub answered no user.')
  const list = Array.isArray(emails) ? emails.filter(isJsonObject) : []
  const primary = list.find((entry) => entry['primary'] === true)
  const email = typeof primary?.['email'] === 'string' ? primary['email'].trim().toLowerCase() : ''
  const verified = primary?.['verified'] === true
  const issuer = provider.github?.site ?? 'https://github.com'
  const subject = String(user['id'])
  const name = typeof user['name'] === 'string' && user['name'] ? user['name'] : String(user['login'] ?? '')
  const picture = typeof user['avatar_url'] === 'string' ? user['avatar_url'] : ''
  return {
    provider: provider.id,
    issuer,
    subject,
    email,
    emailTrusted: email !== '' && verified && provider.trustEmail,
    profile: {
      iss: issuer,
      sub: subject,
      provider_id: subject,
      ...(email && { email }),
      email_verified: verified,
      phone_verified: false,
      name,
      full_name: name,
      user_name: String(user['login'] ?? ''),
      ...(picture.startsWith('https://') && { avatar_url: picture }),
    },
  }
}

async function ask(address: string, accessToken: string): Promise<unknown> {
  const answer = await fetch(address, {
    headers: {
      Authorization: `Bearer ${accessToken}`,
      Accept: 'application/vnd.github+json',
      'User-Agent': 'Formwork',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status}.`)
  return answer.json()
}
