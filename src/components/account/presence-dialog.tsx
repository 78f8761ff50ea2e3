import { useEffect, useRef, useState } from 'react'
import { explainAuthError, type AuthExplanation } from '#engine/account/explain-auth-error.ts'
import {
  provePresenceByCode,
  provePresenceByFactor,
  provePresenceByPassword,
  readPresenceWays,
  sendPresenceCode,
  type PresenceWays,
} from '#engine/account/prove-presence.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'

interface PresenceDialogProps {
  onProven: () => void
  onClose: () => void
}

/** Asks whoever is at the keyboard to show that they are still the person who signed in. */
export function PresenceDialog({ onProven, onClose }: PresenceDialogProps) {
  const t = useTranslate()
  const [ways, setWays] = useState<PresenceWays | null>(null)
  const [codeSent, setCodeSent] = useState(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AuthExplanation | null>(null)
  useEffect(() => {
    readPresenceWays().then(setWays, (error: unknown) => setProblem(explainAuthError(error)))
  }, [])
  // The field comes after the dialog, which has given the focus to what was there by then.
  const form = useRef<HTMLFormElement>(null)
  const asks = ways && (codeSent ? 'code' : 'first')
  useEffect(() => {
    if (asks) form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [asks])
  const attempt = async (work: () => Promise<void>, then: () => void, sent?: string): Promise<void> => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      await work()
      then()
    } catch (error) {
      setTyped((now) => (now === sent ? '' : now))
      setProblem(explainAuthError(error))
    } finally {
      setBusy(false)
    }
  }
  const contact = ways?.contact ?? null
  const account = contact === null ? '' : 'email' in contact ? contact.email : contact.phone
  const byCode = ways?.factorId !== null || codeSent
  const cannot = ways !== null && ways.factorId === null && contact === null
  const prove = (text: string): Promise<void> =>
    attempt(
      async () => {
        if (ways?.factorId) await provePresenceByFactor(ways.factorId, text)
        else if (!contact) return
        else if (codeSent) await provePresenceByCode(contact, text)
        else await provePresenceByPassword(contact, text)
      },
      onProven,
      text,
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Confirm that it is you')}
      description={t('What you are about to do needs a recent sign-in.')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="presence"
            loading={busy}
            disabled={!ways || cannot || typed === ''}
          >
            {t('Confirm')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="presence"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void prove(typed)
        }}
      >
        {problem && <Notice tone="danger">{t(problem.text, problem.values)}</Notice>}
        {!ways && !problem && <Skeleton lines={2} />}
        {ways?.factorId && (
          <p className={styles.words}>{t('Type the six digits that your authenticator app shows now.')}</p>
        )}
        {codeSent && contact && (
          <p className={styles.words}>
            {'email' in contact
              ? t('The six digits of the mail to {{email}}.', contact)
              : t('The six digits of the message to {{phone}}.', contact)}
          </p>
        )}
        {ways && byCode && (
          <CodeField
            value={typed}
            onChange={setTyped}
            onComplete={(digits) => void prove(digits)}
            busy={busy}
          />
        )}
        {cannot && (
          <Notice tone="info">
            {t(
              'Sign out and sign in again, then try once more: there is no password and no address to send a code to.',
            )}
          </Notice>
        )}
        {ways && !byCode && !cannot && (
          <>
            <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
            <TextField
              label={t('Password')}
              type="password"
              autoComplete="current-password"
              value={typed}
              onChange={setTyped}
            />
            {contact && (
              <Button
                variant="ghost"
                icon={'email' in contact ? 'mail' : 'phone'}
                disabled={busy}
                onClick={() =>
                  void attempt(
                    () => sendPresenceCode(contact),
                    () => {
                      setCodeSent(true)
                      setTyped('')
                    },
                  )
                }
              >
                {'email' in contact ? t('Email me a code instead') : t('Send me a code instead')}
              </Button>
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}
