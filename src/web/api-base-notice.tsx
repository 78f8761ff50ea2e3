import { useEffect, useState } from 'react'
import { resetApiBase, startApiBase, type ApiBaseStart } from '#engine/data/api-base.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './api-base-notice.module.css'

/**
 * Where the data comes from when that is not this site's own server (C-01): said on every page, with the way back. And
 * that an address in a link was refused: nothing was sent there.
 */
export function ApiBaseNotice() {
  const t = useTranslate()
  const [start, setStart] = useState<ApiBaseStart | null>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    void startApiBase().then(setStart)
  }, [])
  if (!start) return null
  return (
    <>
      {start.refused !== null && !seen && (
        <div className={styles.refused}>
          <Notice
            tone="danger"
            title={t('The server in this link was refused')}
            onDismiss={() => setSeen(true)}
          >
            {t('{{address}} is not a server of this site. Nothing was sent there, and nothing was changed.', {
              address: start.refused.slice(0, 120),
            })}
          </Notice>
        </div>
      )}
      {start.overridden && (
        <output className={styles.overridden}>
          <span>
            {t('Working with the server {{address}}, not with this site’s own.', { address: start.origin })}
          </span>
          <Button size="compact" onClick={resetApiBase}>
            {t('Back to the own server')}
          </Button>
        </output>
      )}
    </>
  )
}
