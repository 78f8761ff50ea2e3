import type { AggregateFunction } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Query, Row, Where } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { decimalOf, isEmptyValue } from '../field/field-traits.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { moneySums } from '../field/money-sums.ts'
import { MoneyTotal } from '../field/money-total.tsx'
import { conditionsOf, sortingFields, type ListSource } from '../list-source/list-source.ts'
import { groupIs, headsOf, nameOf, pivotCells } from './pivot-cells.ts'
import styles from './pivot-sheet.module.css'

/** Groups that one question answers. */
const most = 500

interface PivotSheetProps {
  source: Pick<ListSource, 'model' | 'where' | 'search' | 'asOf'>
  rows: string | undefined
  by: string | undefined
  measure: string | undefined
  fn: AggregateFunction
  label: string
  height?: number | undefined
  /** Shows the records behind a number: the conditions that they fulfil. */
  onLook?: (conditions: Where[]) => void
}

/** The table: the server adds up cells, rows, columns and everything, each exactly; nothing is added up here. */
export function PivotSheet({ source, rows, by, measure, fn, label, height, onLook }: PivotSheetProps) {
  const t = useTranslate()
  const offered = sortingFields(source.model)
  const down = offered.find(({ key }) => key === rows) ?? offered[0] ?? null
  const along = offered.find(({ key }) => key === by && key !== down?.key) ?? null
  const counted = source.model.fields.find(({ key }) => key === measure) ?? null
  const how = counted?.aggregates.includes(fn) ? fn : 'count'
  const ask = (group: readonly FieldDescription[]): Query => ({
    ...conditionsOf(source),
    ...(group.length > 0 && { group: group.flatMap(pathsOf) }),
    aggregate: [
      counted && how !== 'count'
        ? { fn: how, field: counted.key, as: 'value' }
        : { fn: 'count', as: 'value' },
    ],
    ...(group.length > 0 && { page: { size: most } }),
  })
  const cells = useQuery(down && along ? ask([down, along]) : null, { keep: true })
  const downs = useQuery(down ? ask([down]) : null, { keep: true })
  const alongs = useQuery(down && along ? ask([along]) : null, { keep: true })
  const all = useQuery(down ? ask([]) : null, { keep: true })
  if (!down) return <ErrorState compact title={t('This list has no field to group by')} />
  const failed = [cells, downs, alongs, all].find(({ error, data }) => error && !data)
  if (failed)
    return (
      <ErrorState compact title={t('This table could not be read')} onRetry={failed.refetch}>
        {failed.error && t(failed.error.message)}
      </ErrorState>
    )
  if (!downs.data || !all.data || (along && (!cells.data || !alongs.data)))
    return <Skeleton height={height ?? 240} />

  const measured = (value: unknown) => (
    <Measure value={value} field={how === 'count' ? null : counted} fn={how} />
  )
  const show = (value: unknown, row: Row | null, column: Row | null) =>
    onLook && !isEmptyValue(value) ? (
      <button
        type="button"
        className={styles.look}
        onClick={() =>
          onLook([...(row ? [groupIs(row, down)] : []), ...(column && along ? [groupIs(column, along)] : [])])
        }
      >
        {measured(value)}
      </button>
    ) : (
      measured(value)
    )
  const rowHeads = headsOf(downs.data.rows, down)
  const columnHeads = along ? headsOf(alongs.data?.rows ?? [], along) : []
  const at = along ? pivotCells(cells.data?.rows ?? [], down, along) : () => undefined
  const total = (all.data.aggregates ?? all.data.rows[0])?.['value']
  const cut = [cells, downs, alongs].some(({ data }) => data?.page.after)
  return (
    <div className={styles.box} data-fill={height === undefined ? '' : undefined} style={{ height }}>
      {cut && (
        <Notice tone="warning">
          {t('Only the first {{most}} groups are shown. Narrow the list to see the others.', { most })}
        </Notice>
      )}
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{down.label}</th>
            {columnHeads.map((head) => (
              <th key={nameOf(head, along)} scope="col" className={styles.number}>
                {along && <Head row={head} field={along} />}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowHeads.map((head) => (
            <tr key={nameOf(head, down)}>
              <th scope="row">
                <Head row={head} field={down} />
              </th>
              {columnHeads.map((column) => (
                <td key={nameOf(column, along)} className={styles.number}>
                  {show(at(head, column), head, column)}
                </td>
              ))}
              <td className={styles.sum}>{show(head['value'], head, null)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            {columnHeads.map((column) => (
              <td key={nameOf(column, along)} className={styles.sum}>
                {show(column['value'], null, column)}
              </td>
            ))}
            <td className={styles.sum}>{show(total, null, null)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const pathsOf = (field: FieldDescription): string[] => [
  field.key,
  ...(field.target_title ? [`${field.key}.${field.target_title}`] : []),
]

function Head({ row, field }: { row: Row; field: FieldDescription }) {
  const t = useTranslate()
  const { cell: Cell } = fieldViewOf(field.type)
  if (isEmptyValue(row[field.key])) return <>{t('Without {{field}}', { field: field.label })}</>
  return <Cell value={row[field.key]} field={field} row={row} />
}

function Measure({
  value,
  field,
  fn,
}: {
  value: unknown
  field: FieldDescription | null
  fn: AggregateFunction
}) {
  const region = useRegion()
  if (isEmptyValue(value)) return null
  if (!field || fn === 'count_distinct') return <>{formatNumber(Number(value), region)}</>
  const sums = moneySums(value)
  if (sums) return <MoneyTotal sums={sums} scale={field.scale} />
  const digits = fn === 'avg' ? decimalOf(value) : null
  const { cell: Cell } = fieldViewOf(field.type)
  return (
    <Cell value={digits === null ? value : roundHalfUp(decimal(digits), field.scale ?? 2)} field={field} />
  )
}
