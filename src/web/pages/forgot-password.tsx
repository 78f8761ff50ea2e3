import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { looksLikeEmail } from '../auth/email-text.ts'
import { rememberedEmail, rememberEmail } from '../auth/pending-email.ts'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import { mailPasswordReset } from '../session/auth-calls.ts'

/** `/auth/forgot`: asks for the mail with which a new password is chosen. Never tells whether an account exists. */
export function ForgotPasswordPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const [email, setEmail] = useState(rememberedEmail)
  const { busy, problem, setProblem, submit } = useAuthForm()
  const ask = async (): Promise<void> => {
    if (!looksLikeEmail(email))
      return setProblem({ text: 'Write an email address, such as ada@example.com.' })
    rememberEmail(email.trim())
    await mailPasswordReset(email.trim())
    await navigate(wayBack.keep('/auth/check-email?for=password'))
  }
  return (
    <AuthFrame
      title={t('Forgot the password?')}
      lead={t('We mail you a code and a link with which you choose a new one.')}
      foot={
        <>
          {t('Remembered it?')} <Link href={wayBack.keep('/auth')}>{t('Sign in')}</Link>
        </>
      }
    >
      <form className={form.form} noValidate onSubmit={submit(ask)}>
        <AuthProblem problem={problem} />
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          spellCheck={false}
        />
        <Button type="submit" variant="primary" size="touch" wide loading={busy} className={form.submit}>
          {t('Send the mail')}
        </Button>
      </form>
    </AuthFrame>
  )
}
