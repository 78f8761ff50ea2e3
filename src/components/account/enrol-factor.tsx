import { useEffect, useRef, useState } from 'react'
import { explainAuthError, type AuthExplanation } from '#engine/account/explain-auth-error.ts'
import { withPresence } from '#engine/account/with-presence.ts'
import { answerFactor, beginEnrolment, type Enrolment } from '#engine/account/second-factor.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './account.module.css'

interface EnrolFactorProps {
  /** What the factor is called in the person's list. */
  name: string
  /** A code is about to be sent. */
  onBegin?: () => void
  onEnrolled: () => void
  onCancel?: () => void
}

/** Sets up an authenticator application: scan, type the first code. What could not be begun can be begun again. */
export function EnrolFactor(props: EnrolFactorProps) {
  const [tries, setTries] = useState(1)
  return <Enrolling key={tries} {...props} onAgain={() => setTries(tries + 1)} />
}

function Enrolling({
  name,
  onBegin,
  onEnrolled,
  onCancel,
  onAgain,
}: EnrolFactorProps & { onAgain: () => void }) {
  const t = useTranslate()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [problem, setProblem] = useState<AuthExplanation | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let gone = false
    withPresence(() => beginEnrolment(name)).then(
      (begun) => !gone && setEnrolment(begun),
      (error: unknown) => !gone && setProblem(explainAuthError(error)),
    )
    return () => {
      gone = true
    }
  }, [name])
  // The button that led here is gone: the focus goes on from what is to be read first.
  const words = useRef<HTMLParagraphElement>(null)
  const isOwnStep = onCancel !== undefined
  useEffect(() => {
    if (enrolment && isOwnStep) words.current?.focus()
  }, [enrolment, isOwnStep])
  const answer = async (digits: string): Promise<void> => {
    if (!enrolment || busy) return
    setBusy(true)
    onBegin?.()
    setProblem(null)
    try {
      await answerFactor(enrolment.id, digits)
      onEnrolled()
    } catch (error) {
      setProblem(explainAuthError(error))
      setCode((now) => (now === digits ? '' : now))
    } finally {
      setBusy(false)
    }
  }
  if (!enrolment) {
    if (!problem) return <Skeleton lines={6} />
    return (
      <div className={styles.form}>
        <Notice tone="danger">{t(problem.text, problem.values)}</Notice>
        <div className={styles.actions}>
          <Button onClick={onAgain}>{t('Try again')}</Button>
          {onCancel && (
            <Button variant="ghost" onClick={onCancel}>
              {t('Cancel')}
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void answer(code)
      }}
    >
      <p ref={words} tabIndex={-1} className={styles.words}>
        {t('Scan this with an authenticator app on your phone, then type the six digits it shows.')}
      </p>
      <img className={styles.picture} src={enrolment.picture} alt={t('QR code for the authenticator app')} />
      <TextField
        label={t('No camera? Type this key instead')}
        value={enrolment.secret}
        onChange={() => undefined}
        readOnly
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        spellCheck={false}
        after={<CopyButton text={enrolment.secret} />}
      />
      {problem && <Notice tone="danger">{t(problem.text, problem.values)}</Notice>}
      <CodeField value={code} onChange={setCode} onComplete={(digits) => void answer(digits)} busy={busy} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={busy}>
          {t('Turn on')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  )
}
