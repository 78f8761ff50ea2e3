import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { AuthProblem } from '../auth/auth-problem.tsx'
import { useAuthForm } from '../auth/use-auth-form.ts'
import { changeProfile } from '../session/auth-calls.ts'

/** The name other people see. */
export function ProfileDialog({ name: before, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslate()
  const [name, setName] = useState(before)
  const { busy, problem, attempt } = useAuthForm()
  const save = async (): Promise<void> => {
    if (!(await attempt(() => changeProfile({ display_name: name.trim() })))) return
    toast.success(t('Name saved'))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Your name')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" loading={busy} disabled={!name.trim()} type="submit" form="profile">
            {t('Save name')}
          </Button>
        </>
      }
    >
      <form
        id="profile"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <AuthProblem problem={problem} />
        <TextField
          label={t('Name')}
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={setName}
          help={t('Shown to the people you work with.')}
        />
      </form>
    </Dialog>
  )
}
