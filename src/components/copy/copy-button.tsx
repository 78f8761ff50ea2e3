import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'

/** Copies a text and says so on the button itself. */
export function CopyButton({ text }: { text: string }) {
  const t = useTranslate()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      // The browser refuses the clipboard to pages it does not trust with it: the text is there to be marked by hand.
      toast.info(t('Mark the text and copy it by hand.'))
    }
  }
  return (
    <Button size="compact" variant="ghost" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {copied ? t('Copied') : t('Copy')}
    </Button>
  )
}
