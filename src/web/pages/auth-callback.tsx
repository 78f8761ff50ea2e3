import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { linkProblem } from '../auth/link-problem.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import { LoadingScreen } from '../loading-screen.tsx'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { useSession } from '../session/session-context.ts'

/** What only links of mails are refused with; anything else is about an account elsewhere. */
const linkCodes = new Set([
  'otp_expired',
  'access_denied',
  'flow_state_expired',
  'flow_state_not_found',
  'bad_code_verifier',
])

/** `/auth/callback`: where links in mails, and accounts elsewhere, come back to. The client has read the session from the address by now, or not. */
export function AuthCallbackPage() {
  const t = useTranslate()
  const location = useLocation()
  const wayBack = useWayBack()
  const auth = useSession((state) => state.auth)
  const [problem] = useState(() => linkProblem(location.search, location.hash))
  if (auth.phase === 'signed-in')
    return <Navigate to={auth.recovery ? '/auth/reset' : wayBack.after} replace />
  if (auth.phase !== 'signed-out' && !problem) return <LoadingScreen />
  const elsewhere = problem !== null && !linkCodes.has(problem.code)
  const { text, values } = problem
    ? problem.code === 'unexpected_failure'
      ? {
          text: 'The other service does not answer. Try again later, or sign in another way.',
          values: undefined,
        }
      : explainAuthError(problem)
    : { text: 'This code or link does not work any more. Ask for a new one.', values: undefined }
  return (
    <AuthFrame
      title={elsewhere ? t('Signing in did not work') : t('This link did not work')}
      lead={t(text, values)}
    >
      <div className={form.actions}>
        <Link href={wayBack.keep('/auth')} className={buttonClass({ variant: 'primary', size: 'touch' })}>
          {t('Sign in')}
        </Link>
        {!elsewhere && (
          <Link href="/auth/forgot" className={buttonClass({ size: 'touch' })}>
            {t('Ask for a new link')}
          </Link>
        )}
      </div>
    </AuthFrame>
  )
}
