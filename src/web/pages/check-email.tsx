import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { CODE_LENGTH, CodeField } from '#ui/code-field.tsx'
import { looksLikeNumber, textOfContact } from '../auth/contact-text.ts'
import { looksLikeEmail } from '../auth/email-text.ts'
import { isRefusal } from '#engine/account/explain-auth-error.ts'
import { rememberedEmail, rememberEmail } from '../auth/pending-email.ts'
import { SendAgain } from '../auth/send-again.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import {
  callbackPath,
  enterCode,
  mailConfirmationAgain,
  mailPasswordReset,
  mailSignInCode,
  type SignInContact,
} from '../session/auth-calls.ts'
import { useSession } from '../session/session-context.ts'

const purposes = {
  account: { type: 'signup', again: mailConfirmationAgain },
  'sign-in': { type: 'email', again: mailSignInCode },
  password: {
    type: 'recovery',
    again: (contact: SignInContact) => mailPasswordReset(textOfContact(contact)),
  },
} as const

/** `/auth/check-email`: the code of the mail that was just sent, for a new account, a sign-in or a new password. */
export function CheckEmailPage() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const wayBack = useWayBack()
  const auth = useSession((state) => state.auth)
  const wanted = search.get('for') ?? 'account'
  const purpose = wanted === 'sign-in' || wanted === 'password' ? wanted : 'account'
  const { type, again } = purposes[purpose]
  const [email, setEmail] = useState(rememberedEmail)
  const [known] = useState(() => looksLikeEmail(rememberedEmail()) || looksLikeNumber(rememberedEmail()))
  const contact: SignInContact = looksLikeNumber(email) ? { phone: email } : { email: email.trim() }
  const isKnown = 'phone' in contact || looksLikeEmail(email)
  const [code, setCode] = useState('')
  const { busy, problem, setProblem, attempt, submit } = useAuthForm()
  if (auth.phase === 'signed-in') {
    return (
      <Navigate
        to={purpose === 'password' || auth.recovery ? wayBack.keep('/auth/reset') : wayBack.after}
        replace
      />
    )
  }

  const enter = async (digits: string): Promise<void> => {
    if (!isKnown) return setProblem({ text: 'Write an email address, such as ada@example.com.' })
    if (digits.length < CODE_LENGTH) return setProblem({ text: 'The code has six digits.' })
    rememberEmail(email.trim())
    try {
      await enterCode(contact, digits, type)
    } catch (error) {
      // Digits that were refused make room for others; those that never arrived may be sent again.
      if (isRefusal(error)) setCode((now) => (now === digits ? '' : now))
      throw error
    }
  }
  const sendAgain = (): Promise<boolean> => {
    setCode('')
    return attempt(() => again(contact, wayBack.keep(callbackPath)))
  }
  return (
    <AuthFrame
      title={'phone' in contact ? t('Check your messages') : t('Check your email')}
      lead={
        'phone' in contact
          ? t('If {{phone}} can be used here, a text message with a six-digit code is on its way.', contact)
          : known
            ? t(
                'If {{email}} can be used here, a mail with a six-digit code is on its way. Type the code, or open the link in the mail.',
                { email },
              )
            : t('Type the six-digit code from the mail, or open the link in it.')
      }
      foot={
        <>
          {'phone' in contact ? t('Wrong number?') : t('Wrong address?')}{' '}
          <Link href={wayBack.keep(purpose === 'account' ? '/auth/create-account' : '/auth')}>
            {t('Go back')}
          </Link>
        </>
      }
    >
      <form className={form.form} noValidate onSubmit={submit(() => enter(code))}>
        <AuthProblem problem={problem} />
        {!known && (
          <TextField
            label={t('Email')}
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            spellCheck={false}
          />
        )}
        <CodeField
          value={code}
          onChange={setCode}
          onComplete={(digits) => void attempt(() => enter(digits))}
          busy={busy}
        />
        <Button type="submit" variant="primary" size="touch" wide loading={busy} className={form.submit}>
          {t('Go on')}
        </Button>
        <SendAgain onSend={sendAgain} disabled={!isKnown} text={'phone' in contact} />
      </form>
    </AuthFrame>
  )
}
