import { Suspense, useState } from 'react'
import type { Json } from '#base/json.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { fieldViewOf } from '../field/field-views.ts'
import type { Grid } from './grid-context.ts'
import { problemText } from './use-cell-edits.ts'
import styles from './view-dialog.module.css'

interface BulkEditProps {
  grid: Grid
  ids: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** Gives one field of all chosen records the same value: all of them, or none. */
export function BulkEdit({ grid, ids, onClose, onDone }: BulkEditProps) {
  const t = useTranslate()
  const region = useRegion()
  const writes = useRecordWrites(grid.model.key)
  const offered = grid.all.filter(({ editable, key }) => editable && !key.includes('.'))
  const [key, setKey] = useState(offered[0]?.key ?? '')
  const [value, setValue] = useState<unknown>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const column = offered.find((one) => one.key === key)
  const count = formatNumber(ids.length, region)
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      await writes.updateMany(
        ids.map((id) => ({ id, values: { [key]: (value ?? null) as Json } })),
        { reportsFailure: false },
      )
      onDone()
    } catch (error) {
      setProblem(error instanceof ApiError ? problemText(error, key) : t('It could not be saved.'))
      setSaving(false)
    }
  }
  const { input: Input } = fieldViewOf(column?.field.type ?? 'text')
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => open || onClose()}
      title={t('Change {{number}} records', { number: count })}
      description={t('The field gets the same value everywhere. All are changed, or none.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" loading={saving} disabled={!column} onClick={() => void save()}>
            {t('Change records')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem && <Notice tone="danger">{problem}</Notice>}
        <SelectField
          label={t('Field')}
          value={key}
          onChange={(next) => {
            setKey(next)
            setValue(null)
          }}
          options={offered.map((one) => ({ value: one.key, label: one.label }))}
        />
        {column && (
          <Suspense fallback={<Skeleton height={52} />}>
            <Input
              key={key}
              field={column.field}
              label={column.label}
              value={value}
              required={column.field.required}
              onChange={(next: unknown) => setValue(next)}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}
