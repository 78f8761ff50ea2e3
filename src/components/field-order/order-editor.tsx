import { useEffect, useState } from 'react'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Model, ModelSchema } from '#contracts/model.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { SaveBar } from '../design/save-bar.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import styles from './field-order.module.css'
import { OrderTable } from './order-table.tsx'
import { countOrderChanges } from './shown-fields.ts'

interface OrderEditorProps {
  model: Model
  onSaved: () => void
  onDirty: (dirty: boolean) => void
}

/** The fields as they are arranged, until they are saved and released. */
export function OrderEditor({ model, onSaved, onDirty }: OrderEditorProps) {
  const t = useTranslate()
  const api = useApi()
  const refresh = useRefreshModel()
  // With what it began with: what others release meanwhile stays.
  const [edit, setEdit] = useState<{ base: ModelSchema | null; fields: readonly FieldDefinition[] } | null>(
    null,
  )
  const [working, setWorking] = useState(false)
  const base = edit ? edit.base : model.schema
  const stored = base?.fields ?? []
  const fields = edit?.fields ?? stored
  const changes = edit ? countOrderChanges(stored, fields) : 0
  const setFields = (next: readonly FieldDefinition[]): void => setEdit({ base, fields: next })
  useEffect(() => onDirty(changes > 0), [onDirty, changes])

  const save = async (): Promise<void> => {
    setWorking(true)
    try {
      await api.call('PUT /api/models/{id}', {
        params: { id: model.id },
        body: {
          base,
          schema: { ...base, version: (base?.version ?? 0) + 1, fields: [...fields] },
        },
      })
      toast.success(t('Saved: lists, records and forms show it now'))
      onSaved()
      await refresh('sys_model')
      setEdit(null)
    } catch (error) {
      reportFailure(error)
    } finally {
      setWorking(false)
    }
  }
  if (stored.length === 0) {
    return (
      <EmptyState compact icon="list" title={t('This model has no fields yet')}>
        {t('Design its fields first; then arrange here what lists and forms show.')}
      </EmptyState>
    )
  }
  const untouched = fields.every((field) => field.shown_in === undefined)
  return (
    <div className={styles.editor}>
      <LeaveGuard when={changes > 0 && !working} />
      <OrderTable fields={fields} titleKey={model.schema?.title_field ?? null} onChange={setFields} />
      {!untouched && (
        <div>
          <Button
            variant="ghost"
            icon="undo"
            onClick={() => setFields(fields.map(({ shown_in: _gone, ...field }) => field))}
          >
            {t('Show everything everywhere')}
          </Button>
        </div>
      )}
      <SaveBar
        changes={changes}
        working={working}
        onSave={() => void save()}
        onDiscard={() => setEdit(null)}
      />
    </div>
  )
}
