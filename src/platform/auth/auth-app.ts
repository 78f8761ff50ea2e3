import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { answerError } from './answer-error.ts'
import { generateLink } from './admin/generate-link.ts'
import { inviteUser } from './admin/invite-user.ts'
import { requireServiceKey } from './admin/require-service-key.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  deleteUserFactor,
  listUserFactors,
  listUsers,
  readOneUser,
} from './admin/users.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import type { CleanUp } from './clean-up.ts'
import { authorize, connectIdentity } from './endpoints/authorize.ts'
import { challengeFactor } from './endpoints/challenge-factor.ts'
import { health, settings } from './endpoints/describe-service.ts'
import { enrolFactor } from './endpoints/enrol-factor.ts'
import { logOut } from './endpoints/log-out.ts'
import { oneTimePassword } from './endpoints/one-time-password.ts'
import { openMailedLink, redeemMailedLink } from './endpoints/open-mailed-link.ts'
import { providerCallback } from './endpoints/provider-callback.ts'
import { readUser } from './endpoints/read-user.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { readRecoveryCodes, renewRecoveryCodes } from './endpoints/recovery-codes.ts'
import { recover } from './endpoints/recover.ts'
import { removeFactor } from './endpoints/remove-factor.ts'
import { resend } from './endpoints/resend.ts'
import { signUp } from './endpoints/sign-up.ts'
import { signInWithSso } from './endpoints/switched-off.ts'
import { token } from './endpoints/token.ts'
import { unlinkIdentity } from './endpoints/unlink-identity.ts'
import { updateUser } from './endpoints/update-user.ts'
import { verifyFactor } from './endpoints/verify-factor.ts'
import { verify } from './endpoints/verify.ts'
import { equalSecrets } from './random-secrets.ts'
import { refuseNul } from './refuse-nul.ts'

type Endpoint = (context: AuthContext, c: Context) => Promise<Response>

/** The auth service under `/auth/v1`, as the hosted client speaks to it. */
export function authApp(context: AuthContext, cleanUp: CleanUp): Hono {
  const app = new Hono().basePath('/auth/v1')
  const serve = (endpoint: Endpoint) => (c: Context) => endpoint(context, c)

  app.use('*', sameOrigins(context))
  app.use('*', async (c, next) => {
    cleanUp.nudge()
    c.header('Cache-Control', 'no-store')
    await next()
  })
  app.use('*', refuseNul)

  // Reached by links and verifiers, without the api key.
  app.get('/verify', serve(openMailedLink))
  app.post('/verify/link', serve(redeemMailedLink))
  app.get('/authorize', serve(authorize))
  app.get('/callback', serve(providerCallback))
  app.post('/callback', serve(providerCallback))
  app.get('/.well-known/jwks.json', (c) =>
    c.json(context.secrets.jwks, 200, { 'Cache-Control': 'public, max-age=600' }),
  )
  app.get('/health', health)

  app.use('*', requireApiKey(context))
  app.get('/settings', serve(settings))
  app.post('/signup', serve(signUp))
  app.post('/token', serve(token))
  app.post('/otp', serve(oneTimePassword))
  app.post('/magiclink', serve(oneTimePassword))
  app.post('/verify', serve(verify))
  app.post('/recover', serve(recover))
  app.post('/resend', serve(resend))
  app.get('/user', serve(readUser))
  app.put('/user', serve(updateUser))
  app.get('/reauthenticate', serve(reauthenticate))
  app.post('/logout', serve(logOut))
  app.post('/factors', serve(enrolFactor))
  app.get('/factors/recovery-codes', serve(readRecoveryCodes))
  app.post('/factors/recovery-codes', serve(renewRecoveryCodes))
  app.post('/factors/:id/challenge', serve(challengeFactor))
  app.post('/factors/:id/verify', serve(verifyFactor))
  app.delete('/factors/:id', serve(removeFactor))
  app.get('/user/identities/authorize', serve(connectIdentity))
  app.delete('/user/identities/:id', serve(unlinkIdentity))
  app.post('/sso', signInWithSso)

  app.use('/admin/*', requireServiceKey(context))
  app.use('/invite', requireServiceKey(context))
  app.get('/admin/users', serve(listUsers))
  app.post('/admin/users', serve(createUser))
  app.get('/admin/users/:id', serve(readOneUser))
  app.put('/admin/users/:id', serve(changeUser))
  app.delete('/admin/users/:id', serve(deleteUser))
  app.get('/admin/users/:id/factors', serve(listUserFactors))
  app.delete('/admin/users/:id/factors/:factor', serve(deleteUserFactor))
  app.post('/admin/generate_link', serve(generateLink))
  app.post('/invite', serve(inviteUser))

  app.all('*', () => {
    throw new AuthError(404, 'validation_failed', 'There is no such endpoint')
  })
  app.onError((error, c) => answerError(c, error, context.log))
  return app
}

/** Browsers may call from the application's own origins. The one cookie, of a sign-in at a provider, opens nothing. */
function sameOrigins(context: AuthContext) {
  return cors({
    origin: (origin) => {
      const allowed = [context.publicUrl(), ...context.allowedRedirects()]
      return allowed.some((url) => URL.canParse(url) && new URL(url).origin === origin) ? origin : null
    },
    allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
    exposeHeaders: ['retry-after', 'x-sb-error-code', 'x-supabase-api-version'],
    // For the cookie that binds a sign-in at a provider to the browser.
    credentials: true,
    maxAge: 600,
  })
}

/** The key says which application calls, not who: it is public. In an address it would end up in logs: header only. */
function requireApiKey({ secrets }: AuthContext) {
  return async (c: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const key = c.req.header('apikey')
    if (key === undefined) {
      return c.json(
        { message: 'No API key found in request', hint: 'No `apikey` request header was found.' },
        401,
      )
    }
    if (!equalSecrets(key, secrets.anonKey) && !equalSecrets(key, secrets.serviceKey)) {
      return c.json({ message: 'Invalid API key', hint: 'Double check the anon key of this server.' }, 401)
    }
    await next()
    return undefined
  }
}
