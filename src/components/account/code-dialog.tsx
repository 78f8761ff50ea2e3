import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './account.module.css'
import { useDialogAct } from './use-dialog-act.ts'

interface CodeDialogProps {
  title: string
  text: string
  /** Stands above the digits. */
  children?: ReactNode
  onClose: () => void
  /** Rejects with the service's refusal, which is shown. */
  onCode: (code: string) => Promise<void>
}

/** Asks for the six digits that were sent. */
export function CodeDialog({ title, text, children, onClose, onCode }: CodeDialogProps) {
  const t = useTranslate()
  const [code, setCode] = useState('')
  const { busy, problem, act } = useDialogAct()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      size="small"
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <div className={styles.form}>
        {problem && <Notice tone="danger">{t(problem.text, problem.values)}</Notice>}
        {children}
        <CodeField
          value={code}
          onChange={setCode}
          onComplete={(digits) => void act(() => onCode(digits)).then(() => setCode(''))}
          busy={busy}
        />
      </div>
    </Dialog>
  )
}
