import { useState } from 'react'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ScheduleLineProps } from './schedule-line.tsx'

/** What can be done about a schedule as it stands. */
export function ScheduleActions({ row, emit, onChanged }: ScheduleLineProps) {
  const t = useTranslate()
  const api = useApi()
  const { busy, act } = useAct(onChanged)
  const [asking, setAsking] = useState(false)
  const params = { id: row.id }
  const named = { id: row.id, kind: row.kind, name: row.name }
  const on = row.status === 'active' || row.status === 'failing'
  const run = async (): Promise<void> => {
    await api.call('POST /api/schedules/{id}/run', { params })
    toast.info(t('The run was started'))
  }
  return (
    <>
      <Button size="compact" icon="list" onClick={() => void emit('runs', named)}>
        {t('Show runs')}
      </Button>
      <Button size="compact" icon="play" loading={busy} onClick={() => void act(run)}>
        {t('Run now')}
      </Button>
      <Button
        size="compact"
        icon={on ? 'pause' : 'clock'}
        loading={busy}
        onClick={() =>
          void act(() => api.call('PATCH /api/schedules/{id}', { params, body: { active: !on } }))
        }
      >
        {on ? t('Pause') : t('Switch on')}
      </Button>
      <Button size="compact" icon="pencil" onClick={() => void emit('edit', named)}>
        {t('Edit')}
      </Button>
      <Button size="compact" icon="trash" onClick={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Delete the schedule “{{name}}”?', { name: row.name })}
        text={t('It does not run any more. What its runs made stays.')}
        confirmLabel={t('Delete schedule')}
        onConfirm={async () => {
          await api.call('DELETE /api/schedules/{id}', { params })
          onChanged()
        }}
      />
    </>
  )
}
