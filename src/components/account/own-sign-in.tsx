import { useState } from 'react'
import {
  confirmPhone,
  readOwnSignIn,
  setOwnPassword,
  wishForEmail,
  wishForPhone,
} from '#engine/account/own-sign-in.ts'
import { useRefreshAccount } from '#engine/account/use-refresh-account.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import { ChangeDialog } from './change-dialog.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { EmailCodeDialog } from './email-code-dialog.tsx'
import entries from './entries.module.css'

type Changing = 'email' | 'phone' | 'password' | { codeTo: string } | 'email code' | null

/** What the person signs in with: address, phone number, password, and how each becomes another. */
export function OwnSignIn() {
  const t = useTranslate()
  const own = useAnswer(['own-sign-in'], readOwnSignIn)
  const refresh = useRefreshAccount()
  const [changing, setChanging] = useState<Changing>(null)
  const done = (): void => {
    setChanging(null)
    void refresh()
  }
  if (own.error && !own.data)
    return (
      <ErrorState compact title={t('How you sign in could not be read')} onRetry={() => void refresh()} />
    )
  if (!own.data) return <Skeleton lines={4} />
  const { email, newEmail, waitsFor, phone, newPhone, phones } = own.data
  const whatToOpen =
    email && waitsFor
      ? t('Open the link in the mail to {{email}}, or type its code.', { email: waitsFor })
      : email && newEmail
        ? t('Open the links in both mails, to {{old}} and to {{email}}, or type their codes.', {
            old: email,
            email: newEmail,
          })
        : t('Open the link in the mail, or type its code.')
  const ways = [
    { kind: 'email', icon: 'mail', label: t('Email'), value: email, change: t('Change email') },
    ...(phones || phone
      ? [
          {
            kind: 'phone',
            icon: 'phone',
            label: t('Phone number'),
            value: phone,
            change: phone ? t('Change phone number') : t('Add a phone number'),
          } as const,
        ]
      : []),
    // The service tells nobody whether there is one.
    {
      kind: 'password',
      icon: 'lock',
      label: t('Password'),
      value: t('Never shown'),
      change: t('Set a password'),
    },
  ] as const
  return (
    <div className={styles.form}>
      <ul className={entries.list}>
        {ways.map(({ kind, icon, label, value, change }) => (
          <li key={kind}>
            <Icon name={icon} />
            <span className={entries.entry}>
              <span className={entries.strong}>{value ?? t('None')}</span>
              <span className={entries.faint}>{label}</span>
            </span>
            <Button size="compact" onClick={() => setChanging(kind)}>
              {change}
            </Button>
          </li>
        ))}
      </ul>
      {newEmail && (
        <Notice
          tone="info"
          icon="mail"
          title={
            waitsFor
              ? t('The change to {{email}} waits for one more answer', { email: newEmail })
              : t('{{email}} is not confirmed yet', { email: newEmail })
          }
          actions={
            <Button size="compact" onClick={() => setChanging('email code')}>
              {t('Type a code')}
            </Button>
          }
        >
          {whatToOpen}
        </Notice>
      )}
      {newPhone && (
        <Notice
          tone="info"
          icon="phone"
          title={t('{{phone}} is not confirmed yet', { phone: newPhone })}
          actions={
            <Button size="compact" onClick={() => setChanging({ codeTo: newPhone })}>
              {t('Type a code')}
            </Button>
          }
        >
          {t('Type the code of the message to it.')}
        </Notice>
      )}
      {changing === 'email' && (
        <ChangeDialog
          title={t('Change email')}
          text={
            email ? t('Both addresses get a mail. The new one counts once both were answered.') : undefined
          }
          label={t('New email')}
          type="email"
          autoComplete="email"
          submit={t('Send the mails')}
          onClose={() => setChanging(null)}
          onSubmit={async (wish) => {
            await wishForEmail(wish)
            done()
          }}
        />
      )}
      {changing === 'email code' && newEmail && (
        <EmailCodeDialog
          newEmail={newEmail}
          email={email}
          waitsFor={waitsFor}
          onClose={() => setChanging(null)}
          onHalfDone={() => void refresh()}
          onChanged={done}
        />
      )}
      {changing === 'phone' && (
        <ChangeDialog
          title={phone ? t('Change phone number') : t('Add a phone number')}
          text={t('We send a code to it.')}
          label={t('New phone number')}
          type="tel"
          autoComplete="tel"
          placeholder="+49 151 23456789"
          submit={t('Send the code')}
          onClose={() => setChanging(null)}
          onSubmit={async (wish) => {
            await wishForPhone(wish)
            setChanging({ codeTo: wish })
            void refresh()
          }}
        />
      )}
      {changing !== null && typeof changing === 'object' && (
        <CodeDialog
          title={t('Confirm the phone number')}
          text={t('The six digits of the message to {{phone}}.', { phone: changing.codeTo })}
          onClose={() => setChanging(null)}
          onCode={async (code) => {
            await confirmPhone(changing.codeTo, code)
            toast.success(t('Phone number changed'))
            done()
          }}
        />
      )}
      {changing === 'password' && (
        <ChangeDialog
          title={t('Set a password')}
          text={t('Other devices are signed out.')}
          label={t('New password')}
          help={t('At least 8 characters; several words are easy to keep.')}
          type="password"
          autoComplete="new-password"
          account={email ?? phone ?? ''}
          submit={t('Set a password')}
          onClose={() => setChanging(null)}
          onSubmit={async (password) => {
            await setOwnPassword(password)
            toast.success(t('Password set'))
            done()
          }}
        />
      )}
    </div>
  )
}
