import { useState } from 'react'
import type { Role } from '#contracts/role.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { roleTitle } from '../design/role-title.ts'
import styles from './service-accounts.module.css'

interface NewServiceAccountProps {
  roles: readonly Role[]
  onClose: () => void
  onMade: () => void
}

/** What a service account is called, and what it may. */
export function NewServiceAccount({ roles, onClose, onMade }: NewServiceAccountProps) {
  const t = useTranslate()
  const api = useApi()
  const [name, setName] = useState('')
  const [role, setRole] = useState(roles.find(({ key }) => key === 'member')?.key ?? '')
  const { busy, act } = useAct(onMade)
  const make = (): Promise<void> =>
    act(async () => {
      await api.call('POST /api/service-accounts', { body: { name: name.trim(), role } })
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('New service account')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="service-account"
            loading={busy}
            disabled={!name.trim() || !role}
          >
            {t('Make service account')}
          </Button>
        </>
      }
    >
      <form
        id="service-account"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void make()
        }}
      >
        <TextField
          label={t('Name')}
          value={name}
          onChange={setName}
          maxLength={100}
          help={t('What works as it, for example the till or the accounting system.')}
        />
        <SelectField
          label={t('Role')}
          value={role}
          onChange={setRole}
          options={roles.map((one) => ({
            value: one.key,
            label: roleTitle(one, t),
          }))}
        />
      </form>
    </Dialog>
  )
}
