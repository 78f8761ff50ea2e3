import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { clientTexts } from '#contracts/errors.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { DemoPeople } from '../auth/demo-people.tsx'
import { readContactText, textOfContact } from '../auth/contact-text.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { ProviderButtons, useSignInWays } from '../auth/provider-buttons.tsx'
import { rememberedEmail, rememberEmail } from '../auth/pending-email.ts'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import { callbackPath, mailSignInCode, signIn, signInWithProvider } from '../session/auth-calls.ts'
import { useSession } from '../session/session-context.ts'

const forgot = '/auth/forgot'

/** `/auth`: email and password, or a code by mail. */
export function SignInPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const auth = useSession((state) => state.auth)
  const [email, setEmail] = useState(rememberedEmail)
  const [password, setPassword] = useState('')
  const ways = useSignInWays()
  const phones = ways?.phone ?? false
  const severalWays = (ways?.providers.length ?? 0) > 2
  const { busy, problem, setProblem, attempt, submit } = useAuthForm()
  if (auth.phase === 'signed-in') return <Navigate to={wayBack.after} replace />

  const withPassword = async (): Promise<void> => {
    rememberEmail(email.trim())
    if (!email.trim() || !password) return setProblem({ text: clientTexts.provideEmailOrPhone })
    await signIn((await readContactText(email, phones)) ?? { email: email.trim() }, password)
  }
  const byCode = async (): Promise<void> => {
    const contact = await readContactText(email, phones)
    if (!contact)
      return setProblem({
        text: !phones
          ? 'Write your email first; the code goes there.'
          : email.trim() === ''
            ? 'Write your email or phone number first; the code goes there.'
            : 'This is neither an email address nor a phone number. Write a number with its country, such as +49 151 23456789.',
      })
    rememberEmail(textOfContact(contact))
    if (!(await attempt(() => mailSignInCode(contact, wayBack.keep(callbackPath))))) return
    await navigate(wayBack.keep('/auth/check-email?for=sign-in'))
  }
  const message = auth.phase === 'signed-out' ? auth.message : null
  return (
    <AuthFrame
      title={wayBack.invited ? t('Sign in to accept your invitation') : t('Sign in')}
      lead={wayBack.invited && t('Use the address it was sent to.')}
      foot={
        <>
          {t('New here?')} <Link href={wayBack.keep('/auth/create-account')}>{t('Create an account')}</Link>
        </>
      }
    >
      <form className={form.form} noValidate onSubmit={submit(withPassword)}>
        {message && !problem && <Notice tone="warning">{t(message)}</Notice>}
        <AuthProblem problem={problem} />
        <TextField
          label={phones ? t('Email or phone number') : t('Email')}
          type={phones ? 'text' : 'email'}
          autoComplete="username"
          value={email}
          onChange={setEmail}
          spellCheck={false}
        />
        <PasswordField
          label={t('Password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        {problem?.next?.href !== forgot && (
          <div className={form.aside}>
            <Link href={wayBack.keep(forgot)}>{t('Forgot the password?')}</Link>
          </div>
        )}
        <Button type="submit" variant="primary" size="touch" wide loading={busy}>
          {t('Sign in')}
        </Button>
        <div className={form.between}>{severalWays ? t('or continue with') : t('or')}</div>
        <ProviderButtons
          disabled={busy}
          onChoose={({ id }) => void attempt(() => signInWithProvider(id, wayBack.keep(callbackPath)))}
        />
        <Button size="touch" wide icon="mail" disabled={busy} onClick={() => void byCode()}>
          {phones ? t('Send me a code instead') : t('Email me a code instead')}
        </Button>
      </form>
      <DemoPeople
        onChoose={(person) => void attempt(() => signIn({ email: person.email }, person.password))}
      />
    </AuthFrame>
  )
}
