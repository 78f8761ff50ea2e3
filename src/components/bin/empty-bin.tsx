import { useEffect, useRef, useState } from 'react'
import type { BinModel } from '#contracts/api/bin.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useRefreshEverything } from '#engine/data/use-refresh-everything.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { formatNumber } from '#ui/format.ts'
import { Progress } from '#ui/progress.tsx'
import { useRegion } from '#ui/region.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './bin.module.css'
import { emptyWholeBin } from './empty-whole-bin.ts'

/** Removes everything in the bin for good, of all models whose records this reader may remove: asks, shows how far it is, stops when told. */
export function EmptyBin({ models }: { models: readonly BinModel[] }) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const refresh = useRefreshEverything()
  const [asking, setAsking] = useState(false)
  const [going, setGoing] = useState<{ done: number; total: number } | null>(null)
  const stop = useRef(false)
  // Whoever leaves the page sees no more of it: it ends after the portion it is at.
  useEffect(() => {
    stop.current = false
    return () => void (stop.current = true)
  }, [])
  const full = models.filter(({ count }) => count !== null && count > 0)
  const total = full.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const number = (value: number): string => formatNumber(value, region)

  const empty = async (): Promise<void> => {
    stop.current = false
    setGoing({ done: 0, total })
    try {
      const { done, kept } = await emptyWholeBin(api, full, {
        stopped: () => stop.current,
        onDone: (now) => setGoing({ done: now, total }),
      })
      if (done > 0) toast.success(t('{{count}} records removed for good', { count: done }))
      if (kept > 0)
        toast.warning(t('{{count}} records stay in the bin', { count: kept }), {
          description: t('Other records are inside them.'),
        })
    } catch (error) {
      reportFailure(error)
    } finally {
      setGoing(null)
      await refresh()
    }
  }
  if (going) {
    return (
      <div className={styles.emptying}>
        <Progress label={t('Emptying the bin')} done={going.done} total={going.total} />
        <Button icon="stop" onClick={() => (stop.current = true)}>
          {t('Stop')}
        </Button>
      </div>
    )
  }
  if (total === 0) return null
  return (
    <>
      <Button variant="ghost" icon="trash" onClick={() => setAsking(true)}>
        {t('Empty the bin')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Remove {{number}} records for good?', { number: number(total) })}
        text={t(
          'The records and all values in their history are erased. Nobody can bring them back. That they were there, and who removed them, stays noted.',
        )}
        consequences={full.map(({ label, ours, count }) => ({
          count: number(count ?? 0),
          label: ours ? t(label) : label,
        }))}
        confirmLabel={t('Empty the bin')}
        typeToConfirm={String(total)}
        // The question closes; the page shows how far it is.
        onConfirm={() => void empty()}
      />
    </>
  )
}
