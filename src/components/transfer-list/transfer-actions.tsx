import { useState } from 'react'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useSession } from '#engine/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useTranslate } from '#ui/translate.ts'
import { download } from '../files/download.ts'
import { saveMistakes } from '../files/save-mistakes.ts'
import type { TransferLineProps } from './transfer-line.tsx'

/** What can be done about an import or export as it stands; for those of others only looking. */
export function TransferActions({ kind, row, onGoOn, onChanged }: TransferLineProps) {
  const t = useTranslate()
  const api = useApi()
  const { user } = useSession()
  const { busy, act } = useAct(onChanged)
  const [asking, setAsking] = useState(false)
  // Told, and not stopped yet.
  const [stopping, setStopping] = useState(false)
  const params = { id: row.id }
  const own = row.created_by === user?.id
  const stopped = row.status === 'failed' || row.status === 'cancelled' || row.status === 'expired'
  return (
    <>
      {row.status === 'running' && (
        <Button
          size="compact"
          icon="stop"
          loading={busy || stopping}
          onClick={() =>
            void act(async () => {
              await (kind === 'import'
                ? api.call('POST /api/imports/{id}/cancel', { params })
                : api.call('POST /api/exports/{id}/cancel', { params }))
              setStopping(true)
            })
          }
        >
          {t('Cancel')}
        </Button>
      )}
      {kind === 'import' && (row.rejected ?? 0) > 0 && row.status !== 'running' && (
        <Button
          size="compact"
          icon="download"
          loading={busy}
          onClick={() => void act(() => saveMistakes(api, row))}
        >
          {t('Download the mistakes')}
        </Button>
      )}
      {kind === 'export' && row.status === 'done' && (
        <Button
          size="compact"
          icon="download"
          loading={busy}
          onClick={() => void act(() => download(api, 'GET /api/exports/{id}/file', { params }, row.name))}
        >
          {t('Download')}
        </Button>
      )}
      {kind === 'import' && own && row.status === 'staged' && (
        <>
          {onGoOn && (
            <Button size="compact" icon="upload" onClick={() => onGoOn(row.id)}>
              {t('Import it')}
            </Button>
          )}
          <Button size="compact" icon="trash" onClick={() => setAsking(true)}>
            {t('Throw away')}
          </Button>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={t('Throw “{{name}}” away?', { name: row.name })}
            text={t('Nothing of this file was imported. To import it later, upload it again.')}
            confirmLabel={t('Throw away')}
            onConfirm={async () => {
              await api.call('DELETE /api/imports/{id}', { params })
              onChanged()
            }}
          />
        </>
      )}
      {own && stopped && (
        <Button
          size="compact"
          icon="rotate"
          loading={busy}
          onClick={() => {
            setStopping(false)
            void act(() =>
              kind === 'import'
                ? api.call('POST /api/imports/{id}/retry', { params })
                : api.call('POST /api/exports/{id}/retry', { params }),
            )
          }}
        >
          {kind === 'import' && row.done > 0 ? t('Go on') : t('Try again')}
        </Button>
      )}
    </>
  )
}
