import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { useTranslate } from './translate.ts'

/** One consequence, counted where there is a number: `{ count: '1,204', label: 'lines' }`. */
export interface Consequence {
  count?: string | number
  label: string
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, with the thing's name: "Delete estimate “Kita Nord”?" */
  title: string
  /** What happens, in one sentence. */
  text?: ReactNode
  /** What goes with it, counted. */
  consequences?: readonly Consequence[]
  /** The verb with its object: "Delete estimate". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** The person must type this to go on: the thing's name. For what cannot be undone. */
  typeToConfirm?: string
  /** Does it. The dialog waits, closes when it is done, and shows the error's message when it fails. */
  onConfirm: () => void | Promise<void>
}

/** Asks before what cannot be undone. What can be undone is done at once, with Undo in the toast. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    text,
    consequences = [],
    confirmLabel,
    cancelLabel,
    typeToConfirm,
  } = props
  const { tone = 'danger', onConfirm } = props
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim()

  const close = (): void => {
    setTyped('')
    setFailure(null)
    onOpenChange(false)
  }
  const confirm = async (): Promise<void> => {
    if (!ready || working) return
    setWorking(true)
    setFailure(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setWorking(false)
    }
  }

  return (
    <Dialog
      role="alertdialog"
      size="small"
      open={open}
      onOpenChange={(next) => next || working || close()}
      title={title}
      description={text}
      footer={
        <>
          <Button disabled={working} onClick={close}>
            {cancelLabel ?? t('Cancel')}
          </Button>
          <Button type="submit" form={FORM} variant={tone} disabled={!ready} loading={working}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        {consequences.length > 0 && (
          <ul className={styles.consequences}>
            {consequences.map(({ count, label }) => (
              <li key={label}>
                {count !== undefined && <strong className={styles.count}>{count}</strong>}
                <span>{label}</span>
              </li>
            ))}
          </ul>
        )}
        {typeToConfirm !== undefined && (
          <TextField
            label={t('Type “{{name}}” to confirm', { name: typeToConfirm })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {failure !== null && <Notice tone="danger">{t(failure)}</Notice>}
      </form>
    </Dialog>
  )
}

// One confirmation is open at a time; the button in the footer submits the form in the body.
const FORM = 'confirm-dialog'
