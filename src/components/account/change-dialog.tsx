import { useId, useState, type ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import { useDialogAct } from './use-dialog-act.ts'

interface ChangeDialogProps extends Pick<
  ComponentProps<typeof TextField>,
  'label' | 'type' | 'autoComplete' | 'placeholder' | 'help'
> {
  title: string
  text?: string | undefined
  submit: string
  /** Whose password it is, for password managers. */
  account?: string
  onClose: () => void
  /** Rejects with the service's refusal, which is shown. */
  onSubmit: (value: string) => Promise<void>
}

/** Asks for the one text that becomes another: an address, a number, a password. */
export function ChangeDialog({
  title,
  text,
  submit,
  account,
  onClose,
  onSubmit,
  ...field
}: ChangeDialogProps) {
  const t = useTranslate()
  const form = useId()
  const [value, setValue] = useState('')
  const { busy, problem, act } = useDialogAct()
  const wish = field.type === 'password' ? value : value.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={busy} disabled={wish === ''}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (wish !== '') void act(() => onSubmit(wish))
        }}
      >
        {problem && (
          <Notice tone="danger">
            {t(problem.text, problem.values)} {problem.reasons?.map((reason) => t(reason)).join(' ')}
          </Notice>
        )}
        {account !== undefined && (
          <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        )}
        <TextField {...field} value={value} onChange={setValue} maxLength={255} />
      </form>
    </Dialog>
  )
}
