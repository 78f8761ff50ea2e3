import { useState, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useQuery } from '@tanstack/react-query'
import { EnrolFactor } from '#components/account/enrol-factor.tsx'
import { RecoveryCodeList } from '#components/account/recovery-code-list.tsx'
import { explainAuthError } from '#engine/account/explain-auth-error.ts'
import { answerFactor, listSecondFactors, renewRecoveryCodes } from '#engine/account/second-factor.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { AuthFrame } from '../auth/auth-frame.tsx'
import form from '../auth/auth-form.module.css'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { useWayBack } from '../auth/use-way-back.ts'
import { LoadingScreen } from '../loading-screen.tsx'
import { personKey } from '../session/forget-workspace.ts'
import { useSession } from '../session/session-context.ts'
import { useSignOut } from '../session/use-sign-out.ts'

/** `/auth/second-step`: the code of a second factor; or its setting up, where the workspace asks for one and there is none. */
export function SecondStepPage() {
  const t = useTranslate()
  const wayBack = useWayBack()
  const signOut = useSignOut()
  const auth = useSession((state) => state.auth)
  // Codes are still to be shown when the step is taken already.
  const [enrolling, setEnrolling] = useState(false)
  const waits = auth.phase === 'signed-in' && auth.secondStep
  const factors = useQuery({ queryKey: [personKey, 'factors'], queryFn: listSecondFactors, enabled: waits })
  if (auth.phase === 'starting' || auth.phase === 'retrying' || auth.phase === 'leaving')
    return <LoadingScreen />
  if (auth.phase !== 'signed-in') return <Navigate to={wayBack.keep('/auth')} replace />
  if (!waits && !enrolling) return <Navigate to={auth.recovery ? '/auth/reset' : wayBack.after} replace />
  const foot = (
    <Button variant="ghost" onClick={() => void signOut()}>
      {t('Sign out')}
    </Button>
  )
  if (factors.error && !enrolling) {
    return (
      <AuthFrame title={t('Second step')} foot={foot}>
        <div className={form.form}>
          <AuthProblem problem={explainAuthError(factors.error)} />
          <Button onClick={() => void factors.refetch()}>{t('Try Again')}</Button>
        </div>
      </AuthFrame>
    )
  }
  const [factor] = factors.data ?? []
  if (factor && !enrolling) return <TypeCode id={factor.id} foot={foot} />
  if (!factors.data && !enrolling) return <LoadingScreen />
  return <SetUp foot={foot} onBegin={() => setEnrolling(true)} onDone={() => setEnrolling(false)} />
}

function TypeCode({ id, foot }: { id: string; foot: ReactNode }) {
  const t = useTranslate()
  const { busy, problem, attempt, submit } = useAuthForm()
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const send = async (typed: string): Promise<void> => {
    try {
      await answerFactor(id, typed)
    } catch (error) {
      setCode((now) => (now === typed ? '' : now))
      throw error
    }
  }
  return (
    <AuthFrame
      title={t('Second step')}
      lead={
        recovery
          ? t('Type one of the recovery codes you kept. It works once.')
          : t('Type the six digits that your authenticator app shows now.')
      }
      foot={foot}
    >
      <form className={form.form} noValidate onSubmit={submit(() => send(code))}>
        <AuthProblem problem={problem} />
        {recovery ? (
          <TextField
            label={t('Recovery code')}
            value={code}
            onChange={setCode}
            autoComplete="off"
            spellCheck={false}
          />
        ) : (
          <CodeField
            value={code}
            onChange={setCode}
            onComplete={(digits) => void attempt(() => send(digits))}
            busy={busy}
          />
        )}
        <Button type="submit" variant="primary" size="touch" wide loading={busy} className={form.submit}>
          {t('Go on')}
        </Button>
        <Button
          variant="ghost"
          wide
          onClick={() => {
            setCode('')
            setRecovery(!recovery)
          }}
        >
          {recovery ? t('Use the authenticator app') : t('Use a recovery code')}
        </Button>
      </form>
    </AuthFrame>
  )
}

interface SetUpProps {
  foot: ReactNode
  onBegin: () => void
  onDone: () => void
}

function SetUp({ foot, onBegin, onDone }: SetUpProps) {
  const t = useTranslate()
  const [codes, setCodes] = useState<string[] | null>(null)
  const enrolled = async (): Promise<void> => {
    // Without codes (the hosted service has none) there is nothing more to do here.
    const made = await renewRecoveryCodes().catch(() => null)
    if (made) setCodes(made)
    else onDone()
  }
  return (
    <AuthFrame
      title={codes ? t('Recovery codes') : t('Set up a second factor')}
      lead={
        codes
          ? undefined
          : t(
              'This workspace asks everybody for a second factor: a code from your phone beside the password.',
            )
      }
      foot={codes ? undefined : foot}
    >
      <div className={form.form}>
        {codes ? (
          <RecoveryCodeList codes={codes} onDone={onDone} />
        ) : (
          <EnrolFactor name={t('Authenticator')} onBegin={onBegin} onEnrolled={() => void enrolled()} />
        )}
      </div>
    </AuthFrame>
  )
}
