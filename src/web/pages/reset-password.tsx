import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { linkProblem } from '../auth/link-problem.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import { LoadingScreen } from '../loading-screen.tsx'
import { changePassword } from '../session/auth-calls.ts'
import { useSession, useSessionMachine } from '../session/session-context.ts'

/** `/auth/reset`: a new password, for whoever came by the mail or is signed in. */
export function ResetPasswordPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const location = useLocation()
  const machine = useSessionMachine()
  const auth = useSession((state) => state.auth)
  const [broken] = useState(() => linkProblem(location.search, location.hash) !== null)
  const [password, setPassword] = useState('')
  const { busy, problem, setProblem, submit } = useAuthForm()
  if (auth.phase !== 'signed-in' && auth.phase !== 'signed-out' && !broken) return <LoadingScreen />
  if (auth.phase !== 'signed-in') {
    return (
      <AuthFrame
        title={t('This link did not work')}
        lead={t('It was used already, or it is too old. Ask for a new one; the newest mail counts.')}
      >
        <div className={form.actions}>
          <Link href="/auth/forgot" className={buttonClass({ variant: 'primary', size: 'touch' })}>
            {t('Ask for a new link')}
          </Link>
          <Link href="/auth" className={buttonClass({ size: 'touch' })}>
            {t('Sign in')}
          </Link>
        </div>
      </AuthFrame>
    )
  }
  if (auth.secondStep) return <Navigate to="/auth/second-step" replace />
  const change = async (): Promise<void> => {
    if (!password) return setProblem({ text: 'Write the new password.' })
    await changePassword(password)
    machine.recovered()
    toast.success(t('Password changed'))
    await navigate(wayBack.after, { replace: true })
  }
  return (
    <AuthFrame
      title={t('Choose a new password')}
      lead={t('For {{email}}. Other devices are signed out.', { email: auth.user.email ?? '' })}
      // Who came by the mail has no way past it.
      foot={
        !auth.recovery && (
          <>
            {t('Keep the old one?')} <Link href="/dashboard">{t('Go back')}</Link>
          </>
        )
      }
    >
      <form className={form.form} noValidate onSubmit={submit(change)}>
        <AuthProblem problem={problem} />
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={auth.user.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label={t('New password')}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          help={t('At least 8 characters; several words are easy to keep.')}
        />
        <Button type="submit" variant="primary" size="touch" wide loading={busy} className={form.submit}>
          {t('Change password')}
        </Button>
      </form>
    </AuthFrame>
  )
}
