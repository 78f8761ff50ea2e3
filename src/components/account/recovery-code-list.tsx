import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './account.module.css'

/** Recovery codes, this once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslate()
  // What asked for them is gone, and these are not to be missed.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <div ref={list} tabIndex={-1} className={styles.form}>
      <Notice tone="warning" title={t('Keep these codes: they are shown only now')}>
        {t(
          'Each signs you in once when your phone is not at hand. Print them, or put them in a password manager.',
        )}
      </Notice>
      <ul className={styles.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onDone}>
          {t('I have kept them')}
        </Button>
        <CopyButton text={codes.join('\n')} />
      </div>
    </div>
  )
}
