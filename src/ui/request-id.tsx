import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './state.module.css'
import { useTranslate } from './translate.ts'

/** The id of a failed request, with a button that copies it. */
export function RequestId({ id }: { id: string }) {
  const t = useTranslate()
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const copy = (): void => {
    navigator.clipboard.writeText(id).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  }
  return (
    <div className={styles.request}>
      <span>{t('Request')}</span>
      <code className={styles.id}>{id}</code>
      <IconButton
        icon={copied === 'yes' ? 'check' : 'copy'}
        size="compact"
        label={t('Copy request id')}
        onClick={copy}
      />
      <output>
        {copied === 'yes' && t('Copied')}
        {copied === 'refused' && t('Select the id to copy it')}
      </output>
    </div>
  )
}
