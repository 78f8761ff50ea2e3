import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useListOf } from '../data-grid/use-list-of.ts'
import { currenciesOf } from '../field/money-sums.ts'
import type { ViewProps } from '../view-props.ts'
import { chartData, chartQuery, type ChartPoint } from './chart-data.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import { ChartTable } from './chart-table.tsx'
import { chartWords } from './chart-words.ts'
import type { chart } from './chart.definition.ts'
import styles from './chart.module.css'

/** A grouped question as a picture, and as the table behind it. */
export function Chart({ props, emit, has, pending }: ViewProps<typeof chart>) {
  const t = useTranslate()
  const region = useRegion()
  const model = useModel(props.model)
  const [asTable, setAsTable] = useState(false)
  const navigate = useNavigate()
  const list = useListOf(props.model)
  const field = (key: string | null | undefined): FieldDescription | null =>
    model.data?.fields.find((one) => one.key === key) ?? null
  const group = field(props.group)
  const split = field(props.split)
  const measured = field(props.aggregate.field)
  const leftOut = field(props.without)
  const where = useMemo(() => withoutSome(props.where ?? null, leftOut), [props.where, leftOut])
  const question = useMemo(
    () =>
      group && {
        model: props.model,
        group,
        split: props.kind === 'donut' ? null : split,
        aggregate: props.aggregate,
        where,
        search: props.search ?? null,
        order: props.kind === 'line' || props.kind === 'area' ? ('group' as const) : props.order,
      },
    [group, split, props.model, props.kind, props.aggregate, where, props.search, props.order],
  )
  const answer = useQuery(question && !pending ? chartQuery(question) : null, { keep: true })
  const data = useMemo(
    () => (question && answer.data ? chartData(answer.data.rows, question, props.limit) : null),
    [question, answer.data, props.limit],
  )
  const error = model.error ?? answer.error
  const currencies = useMemo(() => currenciesOf(answer.data?.rows ?? []), [answer.data])
  const inCurrency = measured && { ...measured, currency: currencies[0] ?? measured.currency }
  const words = question && chartWords(question, inCurrency, region, t)

  const open = (point: ChartPoint): void => {
    if (point.value === undefined) return
    const chosen: Where =
      point.value === null
        ? { field: props.group, op: 'empty', value: true }
        : { field: props.group, op: 'eq', value: point.value }
    if (has('opened')) void emit('opened', { field: props.group, value: point.value, where: chosen })
    else if (list) {
      const filters = where ? { and: [where, chosen] } : chosen
      const { to, state } = list({ filters, words: props.search ?? '' })
      void navigate(to, { state })
    }
  }
  const opens = has('opened') || list ? open : null
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{props.label}</span>
        {data && data.points.length > 0 && (
          <IconButton
            icon={asTable ? 'chart' : 'table'}
            size="compact"
            label={asTable ? t('Show as a chart') : t('Show as a table')}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </figcaption>
      <div
        className={styles.body}
        style={{ height: asTable ? undefined : props.height, minHeight: props.height }}
      >
        {error && !data ? (
          <ErrorState
            compact
            title={t('This chart could not be read')}
            onRetry={() => (model.error ? model.refetch() : answer.refetch())}
            requestId={error.requestId ?? undefined}
          >
            {t(error.message)}
          </ErrorState>
        ) : model.data && !group ? (
          <EmptyState compact icon="chart" title={t('Nothing to show')}>
            {t('The field this chart counts by is not there, or you may not see it.')}
          </EmptyState>
        ) : !data || !words || pending ? (
          <Skeleton height="100%" />
        ) : currencies.length > 1 ? (
          <EmptyState compact icon="chart" title={t('Several currencies')}>
            {t('Amounts in different currencies are not drawn together. Narrow the list to one of them.')}
          </EmptyState>
        ) : data.points.length === 0 ? (
          <EmptyState compact icon="chart" title={t('Nothing to show')} />
        ) : (
          <>
            {!asTable && (
              <ChartDrawing
                kind={props.kind}
                data={data}
                words={words}
                height={props.height}
                onOpen={opens}
              />
            )}
            <ChartTable label={props.label} data={data} words={words} hidden={!asTable} onOpen={opens} />
          </>
        )}
      </div>
    </figure>
  )
}

/** What is counted, but for the records that say yes to a field. */
function withoutSome(where: Where | null, field: FieldDescription | null): Where | null {
  if (!field) return where
  const others: Where = { field: field.key, op: 'ne', value: true }
  return where ? { and: [where, others] } : others
}
