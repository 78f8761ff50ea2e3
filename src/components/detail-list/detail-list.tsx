import { lazy, useEffect } from 'react'
import { isShownIn } from '#contracts/shown-in.ts'
import { useModel } from '#engine/data/use-model.ts'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FieldValue } from '../field/field-value.tsx'
import { isEmptyValue } from '../field/field-traits.ts'
import { useRecord } from '../record/use-record.ts'
import { useRecordFields } from '../record/use-record-fields.ts'
import type { ViewProps } from '../view-props.ts'
import type { detailList } from './detail-list.definition.ts'
import styles from './detail-list.module.css'

const MissingRecord = lazy(() => import('../record/missing-record.tsx'))

/** The fields of one record, labelled. */
export function DetailList({ props, expose, pending }: ViewProps<typeof detailList>) {
  const { model: key, id, fields, columns, hide_empty } = props
  const t = useTranslate()
  const model = useModel(key)
  const record = useRecord(model.data ?? null, id)
  const all = useRecordFields(model.data ?? null, record.row)
  useEffect(() => expose('record', record.row), [expose, record.row])
  const error = model.error ?? record.error
  if (error && !record.row) {
    return (
      <ErrorState
        compact
        title={t('This record could not be read')}
        onRetry={() => (model.error ? model.refetch() : record.refetch())}
        requestId={error.requestId ?? undefined}
      >
        {t(error.message)}
      </ErrorState>
    )
  }
  const wide = { '--columns': columns } as React.CSSProperties
  if (!model.data || record.isPending || pending) {
    return (
      <div className={styles.list} style={wide} aria-busy="true">
        {Array.from({ length: fields?.length ?? 6 }, (_, at) => (
          <div key={at} className={styles.fact}>
            <Skeleton width="40%" height={10} />
            <Skeleton width="70%" height={14} />
          </div>
        ))}
      </div>
    )
  }
  const { row } = record
  if (!row) return <MissingRecord compact record={id} />
  return (
    <dl className={styles.list} style={wide}>
      {shownFields(model.data, all, fields, row, hide_empty).map((field) => (
        <div
          key={field.key}
          className={field.type === 'long_text' || field.type === 'markdown' ? styles.wide : styles.fact}
        >
          <dt className={styles.label}>{field.label}</dt>
          <dd className={styles.value}>
            <FieldValue field={inCurrency(field, row, props.currency)} value={row[field.key]} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function shownFields(
  model: ModelDescription,
  all: readonly FieldDescription[],
  wanted: readonly string[] | undefined,
  row: Row,
  hideEmpty: boolean,
): FieldDescription[] {
  const known = new Map(all.map((field) => [field.key, field]))
  const fields = wanted
    ? wanted.map((key) => known.get(key)).filter((field) => field !== undefined)
    : all.filter((field) => (model.id === null || !field.system) && isShownIn(field, 'detail'))
  return hideEmpty ? fields.filter((field) => !isEmptyValue(row[field.key])) : fields
}

/** An amount says what it is in, also where another field names that. */
function inCurrency(field: FieldDescription, row: Row, given: string | null | undefined): FieldDescription {
  if (field.currency_from === undefined) return field
  const named = row[field.currency_from] ?? given
  return typeof named === 'string' ? { ...field, currency: named } : field
}
