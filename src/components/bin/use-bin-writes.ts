import { useState } from 'react'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { portions } from './portions.ts'

/** Bringing records back and removing them for good, at most 500 a call; each says in a toast what came of it. */
export function useBinWrites(model: { key: string; label: string }): {
  working: boolean
  restore(ids: readonly string[]): Promise<void>
  /** Rejects when it is refused: the question that asked shows why. */
  purge(ids: readonly string[]): Promise<void>
} {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshModel()
  const [working, setWorking] = useState(false)
  const { key } = model

  return {
    working,
    async restore(ids) {
      setWorking(true)
      try {
        for (const some of portions(ids)) {
          const { restored, refused } = await api.call('POST /api/bin/restore', {
            body: { model: key, ids: some },
          })
          const [first] = refused
          if (restored.length > 0)
            toast.success(
              restored.length === 1
                ? t('Brought back')
                : t('{{count}} records brought back', { count: restored.length }),
            )
          if (first)
            toast.warning(
              refused.length === 1
                ? t('“{{name}}” stays in the bin', { name: first.title ?? t('One record') })
                : t('{{count}} records stay in the bin', { count: refused.length }),
              { description: t(first.message) },
            )
        }
      } catch (error) {
        reportFailure(error)
      } finally {
        setWorking(false)
        await refresh(key)
      }
    },
    async purge(ids) {
      try {
        for (const some of portions(ids)) {
          const { purged, kept } = await api.call('POST /api/bin/purge', { body: { model: key, ids: some } })
          if (purged.length > 0)
            toast.success(
              purged.length === 1
                ? t('Removed for good')
                : t('{{count}} records removed for good', { count: purged.length }),
            )
          if (kept.length > 0)
            toast.warning(t('{{count}} records stay in the bin', { count: kept.length }), {
              description: t('Other records are inside them.'),
            })
        }
      } finally {
        await refresh(key)
      }
    },
  }
}
