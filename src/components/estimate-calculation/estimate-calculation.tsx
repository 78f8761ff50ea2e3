import { useEffect, useState } from 'react'
import type { ApiClient } from '#engine/data/api-client.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { oncePaused } from '#engine/data/typing.ts'
import { useApi } from '#engine/engine-context.tsx'
import { afterPaint } from '#ui/after-paint.ts'
import { whenIdle } from '#ui/when-idle.ts'
import { LiveValuesContext } from '../live-values/live-values.ts'
import type { ViewProps } from '../view-props.ts'
import type { estimateCalculation } from './estimate-calculation.definition.ts'
import { LiveSheet } from './live-sheet.ts'
import type { SheetReply } from './sheet-messages.ts'
import { startSheetWorker } from './start-sheet-worker.ts'

/** Its content, whose lists draw sums at the key press. Without a worker, or while there is none yet, the server's. */
export function EstimateCalculation(view: ViewProps<typeof estimateCalculation>) {
  const version = view.props.version ?? null
  return <OfVersion key={version ?? ''} view={view} version={version} />
}

interface OfVersionProps {
  view: ViewProps<typeof estimateCalculation>
  version: string | null
}

function OfVersion({ view: { props, slots, expose }, version }: OfVersionProps) {
  const api = useApi()
  const [sheet] = useState(() => new LiveSheet())
  useEffect(() => {
    if (version === null || typeof Worker !== 'function') return undefined
    const worker = startSheetWorker()
    // What was typed is drawn first.
    sheet.connect((question) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      void afterPaint().then(() => worker.postMessage(question))
    })
    worker.addEventListener('message', ({ data }: MessageEvent<SheetReply>) => sheet.take(data))
    let isLoading = false
    const load = async (): Promise<void> => {
      if (isLoading) return
      isLoading = true
      await openSheet(api, sheet, version)
        // Whoever may not read all of it is not asked again.
        .catch((error: unknown) => isRefused(error) || sheet.lost())
        .finally(() => (isLoading = false))
    }
    const cancel = whenIdle(load)
    const stop = sheet.subscribe(() => {
      if (sheet.state().isStale) void load()
    })
    return () => {
      cancel()
      stop()
      sheet.close()
      worker.terminate()
    }
  }, [api, sheet, version])
  useEffect(() => {
    let isHere = true
    // Who types looks at the line, which is drawn at once: all that shows sums would be drawn between two keys.
    const tell = (): Promise<void> =>
      oncePaused(sheet, 'sums', () => {
        if (isHere) expose('sums', sheet.state().sums)
      })
    void tell()
    const stop = sheet.subscribe(() => void tell())
    return () => {
      isHere = false
      stop()
    }
  }, [expose, sheet])
  const stored = props.stored ?? null
  useEffect(() => sheet.stored(stored), [sheet, stored])
  return <LiveValuesContext value={sheet}>{slots['content']}</LiveValuesContext>
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && !error.unavailable

async function openSheet(api: ApiClient, sheet: LiveSheet, version: string): Promise<void> {
  const answer = await api.fetch('POST /api/commands/{name}', {
    params: { name: 'estimate.worksheet' },
    body: { version },
  })
  // Read by the worker: of ten thousand lines it is megabytes.
  sheet.open(await answer.text())
}
