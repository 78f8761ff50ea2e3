import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { newerVersion, noticeVersion, onNewerVersion } from './newer-version.ts'
import { startWorker } from './start-worker.ts'

/** Keeps the application on the device, and says when a newer version of it is there. */
export function VersionBanner() {
  const t = useTranslate()
  const load = useSyncExternalStore(onNewerVersion, newerVersion, newerVersion)
  useEffect(() => {
    // While one develops, files change by the second.
    if (import.meta.env.PROD) void startWorker(noticeVersion)
  }, [])
  if (!load) return null
  return (
    <Notice
      look="banner"
      tone="info"
      title={t('A new version is there')}
      actions={
        <Button size="compact" onClick={load}>
          {t('Load it')}
        </Button>
      }
    >
      {t('This page goes on as it is until you do.')}
    </Notice>
  )
}
