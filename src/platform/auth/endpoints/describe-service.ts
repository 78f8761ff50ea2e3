import type { Context } from 'hono'
import type { AuthContext } from '../auth-context.ts'

// The hosted service's list: clients read which buttons to show from it.
const providers = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** `GET /settings`: which ways to sign in are open. */
export async function settings(context: AuthContext, c: Context): Promise<Response> {
  const open = [...context.providers.values()].map(({ settings: { id, name } }) => ({ id, name }))
  return c.json({
    external: {
      email: true,
      ...Object.fromEntries(providers.map((name) => [name, false])),
      phone: context.phone !== null,
      ...Object.fromEntries(open.map(({ id }) => [id, true])),
    },
    // Ours alone: what stands on the buttons.
    providers: open,
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: context.phone ? 'http' : '',
    saml_enabled: false,
  })
}

/** `GET /health`. */
export function health(c: Context): Response {
  return c.json({ version: '1', name: 'Formwork auth', description: 'Sign-up, sign-in and sessions' })
}
