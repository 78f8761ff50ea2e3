import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'

/** Seconds between two mails to the same person; the service holds the same. */
const GAP = 60

interface SendAgainProps {
  onSend: () => Promise<boolean>
  disabled?: boolean
  /** It is a text message, not a mail. */
  text?: boolean
}

/** "Send again", counting down until it may be pressed. */
export function SendAgain({ onSend, disabled = false, text = false }: SendAgainProps) {
  const t = useTranslate()
  const [left, setLeft] = useState(GAP)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async (): Promise<void> => {
    if (!(await onSend())) return
    setLeft(GAP)
    toast.success(text ? t('The message was sent again') : t('The mail was sent again'))
  }
  return (
    <Button variant="ghost" wide disabled={disabled || left > 0} onClick={() => void send()}>
      {text
        ? left > 0
          ? t('Send the message again in {{count}} s', { count: left })
          : t('Send the message again')
        : left > 0
          ? t('Send the mail again in {{count}} s', { count: left })
          : t('Send the mail again')}
    </Button>
  )
}
