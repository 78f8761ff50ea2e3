import { useState } from 'react'
import { ApiError } from '#engine/data/api-error.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { keyFromLabel } from '#base/key-from-label.ts'

interface NewRoleProps {
  taken: ReadonlySet<string>
  onMade: (key: string) => void
  onClose: () => void
}

/** Asks for the name of a new role; it begins as a member and is then narrowed or widened. */
export function NewRole({ taken, onMade, onClose }: NewRoleProps) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshModel()
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [working, setWorking] = useState(false)
  const make = async (): Promise<void> => {
    if (label.trim() === '') return setProblem(t('Give the role a name.'))
    setWorking(true)
    try {
      const role = await api.call('POST /api/roles', {
        body: { key: keyFromLabel(label, taken), label: label.trim() },
      })
      await refresh('sys_role')
      onMade(role.key)
    } catch (error) {
      setProblem(error instanceof ApiError ? t(error.message) : t('It could not be saved.'))
      setWorking(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={t('New role')}
      description={t('It begins with what a member may do.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form="new-role" loading={working}>
            {t('Add role')}
          </Button>
        </>
      }
    >
      <form
        id="new-role"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <TextField
          label={t('Name')}
          placeholder={t('Site manager')}
          value={label}
          onChange={setLabel}
          error={problem}
          required
          autoComplete="off"
          maxLength={200}
        />
      </form>
    </Dialog>
  )
}
