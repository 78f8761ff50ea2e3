import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Json } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
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
import { isConflict, refusalOf, type Refusal } from './bulk-refusal.ts'
import type { Grid } from './grid-context.ts'
import { plainValue } from './use-cell-edits.ts'
import styles from './view-dialog.module.css'

/** So many of the records to blame are named. */
const mostNames = 3

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
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [saving, setSaving] = useState(false)
  const column = offered.find((one) => one.key === key)
  const count = formatNumber(ids.length, region)
  // What the field holds when it is chosen is what this person saw: a change by somebody else from then on is asked about.
  const seen = useRef(new Map<string, Promise<ReadonlyMap<string, Row>>>())
  const look = useEffectEvent((wanted: string) => {
    const reading = readRows(grid, ids, wanted)
    // A failure is told when it is saved.
    reading.catch(() => undefined)
    seen.current.set(wanted, reading)
  })
  useEffect(() => {
    if (key !== '') look(key)
  }, [key])
  const save = async (): Promise<void> => {
    setSaving(true)
    let before: ReadonlyMap<string, Row> = new Map()
    try {
      before = await (seen.current.get(key) ?? readRows(grid, ids, key))
      await writes.updateMany(
        ids.map((id) => {
          const row = before.get(id)
          return {
            id,
            values: { [key]: (value ?? null) as Json },
            ...(row && { base: { [key]: plainValue(row[key] ?? null) as Json } }),
          }
        }),
        { reportsFailure: false },
      )
      onDone()
    } catch (error) {
      setProblem(refusalOf(error, key, ids, (id) => nameOf(before.get(id), grid)))
      setSaving(false)
      // From here on this person knows of the change.
      if (isConflict(error)) look(key)
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
        {problem && (
          <Notice tone="danger">
            {problem.text}
            {problem.names.length > 0 && (
              <>
                {' '}
                {t('Affected: “{{names}}”', { names: problem.names.slice(0, mostNames).join(t('”, “')) })}
                {problem.names.length > mostNames &&
                  ` ${t('and {{number}} more', { number: problem.names.length - mostNames })}`}
                .
              </>
            )}
          </Notice>
        )}
        <SelectField
          label={t('Field')}
          value={key}
          onChange={(next) => {
            setKey(next)
            setValue(null)
            setProblem(null)
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
              {...(!column.field.required && { help: t('Left empty, it is emptied everywhere.') })}
              onChange={(next: unknown) => setValue(next)}
            />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}

/** What a field of these records holds now and what names them, asked in a few questions. */
async function readRows(
  { ask, model }: Pick<Grid, 'ask' | 'model'>,
  ids: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>()
  const fields = [...new Set(model.title_field === null ? [key] : [key, model.title_field])]
  for (let from = 0; from < ids.length; from += 500) {
    const { rows } = await ask({
      model: model.key,
      where: { field: 'id', op: 'in', value: ids.slice(from, from + 500) },
      fields,
      page: { size: 500 },
    })
    for (const row of rows) found.set(String(row['id']), row)
  }
  return found
}

const nameOf = (row: Row | undefined, { model }: Pick<Grid, 'model'>): string | null => {
  const title = model.title_field === null ? null : row?.[model.title_field]
  return typeof title === 'string' && title !== '' ? title : null
}
