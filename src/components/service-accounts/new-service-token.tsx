import { useState } from 'react'
import type { Member } from '#contracts/member.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './service-accounts.module.css'

/** A token for a program: named, then shown once. */
export function NewServiceToken({ account, onClose }: { account: Member; onClose: () => void }) {
  const t = useTranslate()
  const api = useApi()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [token, setToken] = useState<string | null>(null)
  const { busy, act } = useAct(() => undefined)
  const make = (): Promise<void> =>
    act(async () => {
      const made = await api.call('POST /api/service-accounts/{account}/tokens', {
        params: { account: account.id },
        body: { name: name.trim(), valid_days: Number(days) },
      })
      setToken(made.token)
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('New token for {{name}}', { name: account.name })}
      size="small"
      footer={
        token === null ? (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              type="submit"
              form="service-token"
              loading={busy}
              disabled={!name.trim()}
            >
              {t('Make token')}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        )
      }
    >
      {token === null ? (
        <form
          id="service-token"
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void make()
          }}
        >
          <TextField label={t('Name')} value={name} onChange={setName} maxLength={100} />
          <SelectField
            label={t('Valid for')}
            value={days}
            onChange={setDays}
            options={['7', '30', '90', '366'].map((value) => ({
              value,
              label: t('{{count}} days', { count: Number(value) }),
            }))}
          />
        </form>
      ) : (
        <div className={styles.form}>
          <Notice tone="warning" title={t('Shown only now')}>
            {t('Copy it now: it is not shown again.')}
          </Notice>
          <TextField
            label={t('Token')}
            value={token}
            onChange={() => undefined}
            readOnly
            onFocus={(event) => event.target.select()}
            spellCheck={false}
            autoComplete="off"
            after={<CopyButton text={token} />}
          />
        </div>
      )}
    </Dialog>
  )
}
