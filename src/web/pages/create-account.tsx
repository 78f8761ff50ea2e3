import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { clientTexts } from '#contracts/errors.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { readContactText, textOfContact } from '../auth/contact-text.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { rememberedEmail, rememberEmail } from '../auth/pending-email.ts'
import { useSignInWays } from '../auth/provider-buttons.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import { callbackPath, createAccount } from '../session/auth-calls.ts'
import { useSession } from '../session/session-context.ts'

/** `/auth/create-account`: name, email, password; the mail that follows confirms the address. */
export function CreateAccountPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const signedIn = useSession((state) => state.auth.phase === 'signed-in')
  const [name, setName] = useState('')
  const [email, setEmail] = useState(rememberedEmail)
  const [password, setPassword] = useState('')
  const phones = useSignInWays()?.phone ?? false
  const { busy, problem, setProblem, submit } = useAuthForm()
  if (signedIn) return <Navigate to={wayBack.after} replace />

  const create = async (): Promise<void> => {
    const address = email.trim()
    if (!address || !password) return setProblem({ text: clientTexts.provideEmailOrPhone })
    const contact = await readContactText(address, phones)
    if (!contact)
      return setProblem({
        text: phones
          ? 'Write an email address, such as ada@example.com, or a phone number.'
          : 'Write an email address, such as ada@example.com.',
      })
    rememberEmail(textOfContact(contact))
    const entered = await createAccount(name.trim(), contact, password, wayBack.keep(callbackPath))
    if (!entered) await navigate(wayBack.keep('/auth/check-email'))
  }
  return (
    <AuthFrame
      title={t('Create an account')}
      lead={
        wayBack.invited
          ? t('Use the address your invitation was sent to.')
          : t('One account opens every workspace you are invited to.')
      }
      foot={
        <>
          {t('Have an account already?')} <Link href={wayBack.keep('/auth')}>{t('Sign in')}</Link>
        </>
      }
    >
      <form className={form.form} noValidate onSubmit={submit(create)}>
        <AuthProblem problem={problem} />
        <TextField
          label={t('Your name')}
          autoComplete="name"
          value={name}
          onChange={setName}
          help={t('Shown to the people you work with.')}
        />
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
          autoComplete="new-password"
          help={t('At least 8 characters; several words are easy to keep.')}
        />
        <Button type="submit" variant="primary" size="touch" wide loading={busy} className={form.submit}>
          {t('Create account')}
        </Button>
      </form>
    </AuthFrame>
  )
}
