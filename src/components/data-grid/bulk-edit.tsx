import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { plainValue, problemText } from './use-cell-edits.ts'
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
  // What the field holds when it is chosen is what this person saw: a change by somebody else from then on is asked about.
  const seen = useRef(new Map<string, Promise<ReadonlyMap<string, Json>>>())
  const look = useEffectEvent((wanted: string) => {
    const reading = readValues(grid, ids, wanted)
    // A failure is told when it is saved.
    reading.catch(() => undefined)
    seen.current.set(wanted, reading)
  })
  useEffect(() => {
    if (key !== '') look(key)
  }, [key])
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const before = await (seen.current.get(key) ?? readValues(grid, ids, key))
      await writes.updateMany(
        ids.map((id) => ({
          id,
          values: { [key]: (value ?? null) as Json },
          ...(before.has(id) && { base: { [key]: before.get(id) ?? null } }),
        })),
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

/** What a field of these records holds now, asked in a few questions. */
async function readValues(
  { ask, model }: Pick<Grid, 'ask' | 'model'>,
  ids: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>()
  for (let from = 0; from < ids.length; from += 500) {
    const { rows } = await ask({
      model: model.key,
      where: { field: 'id', op: 'in', value: ids.slice(from, from + 500) },
      fields: [key],
      page: { size: 500 },
    })
    for (const row of rows) found.set(String(row['id']), plainValue(row[key] ?? null) as Json)
  }
  return found
}
