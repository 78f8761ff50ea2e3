import { useState } from 'react'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import styles from './workflow-designer.module.css'

/** Makes the address by which another program begins the workflow; it is shown once, and the one before ends. */
export function HookAddress({ workflow, saved }: { workflow: string; saved: boolean }) {
  const t = useTranslate()
  const api = useApi()
  const [url, setUrl] = useState<string | null>(null)
  const { busy, act } = useAct(() => undefined)
  const make = async (): Promise<void> => {
    const made = await api.call('POST /api/workflows/{key}/hook', { params: { key: workflow } })
    setUrl(made.url)
  }
  if (url !== null)
    return (
      <Notice tone="success" title={t('The address, shown this once')} actions={<CopyButton text={url} />}>
        <code className={styles.address}>{url}</code>
      </Notice>
    )
  return (
    <div>
      <Button icon="key" loading={busy} disabled={!saved} onClick={() => void act(make)}>
        {t('Make a new address')}
      </Button>
      <p className={styles.hint}>
        {saved
          ? t('The address made before ends with it.')
          : t('Save first: the address belongs to what is released.')}
      </p>
    </div>
  )
}
