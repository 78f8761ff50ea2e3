import { useState } from 'react'
import { confirmEmail } from '#engine/account/own-sign-in.ts'
import { SelectField } from '#ui/select-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { CodeDialog } from './code-dialog.tsx'

interface EmailCodeDialogProps {
  newEmail: string
  /** Null when no address has to give its consent. */
  email: string | null
  /** Which of the two alone is still to answer, when that is known. */
  waitsFor: string | null
  onClose: () => void
  /** One of the two has answered. */
  onHalfDone: () => void
  /** The new address counts. */
  onChanged: () => void
}

/** Asks for the codes of the mails to the new address and to the one before, in any order. */
export function EmailCodeDialog({
  newEmail,
  email,
  waitsFor,
  onClose,
  onHalfDone,
  onChanged,
}: EmailCodeDialogProps) {
  const t = useTranslate()
  const [to, setTo] = useState(waitsFor ?? newEmail)
  const [isHalfDone, setHalfDone] = useState(waitsFor !== null)
  return (
    <CodeDialog
      title={t('Confirm the new email')}
      text={t('The six digits of the mail to {{email}}.', { email: to })}
      onClose={onClose}
      onCode={async (code) => {
        if (await confirmEmail(to, code)) {
          toast.success(t('Confirmed'))
          onChanged()
        } else {
          toast.success(t('Now type the code of the other mail'))
          setHalfDone(true)
          setTo(to === newEmail && email ? email : newEmail)
          onHalfDone()
        }
      }}
    >
      {email && !isHalfDone && (
        // A code tried at the other address would be a wrong try there.
        <SelectField
          label={t('Mail to')}
          value={to}
          onChange={setTo}
          options={[newEmail, email].map((address) => ({ value: address, label: address }))}
        />
      )}
    </CodeDialog>
  )
}
