import { useEffect, useState } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { arrangeLanes } from './arrange-lanes.ts'
import { LaneCard } from './lane-card.tsx'
import { LaneLines, laneSize } from './lane-lines.tsx'
import type { recordLanes } from './record-lanes.definition.ts'
import styles from './record-lanes.module.css'

const most = 200

/** What was made from what, over time. A list to a screen reader, in the same order. */
export function RecordLanes({ props, emit, has, expose, pending }: ViewProps<typeof recordLanes>) {
  const t = useTranslate()
  const { model: key, where, lane, parent, order, fields, amount, empty } = props
  const [chosen, setChosen] = useState<readonly string[]>([])
  const model = useModel(key)
  const { data: described } = model
  const title = described?.title_field
  const currencyOf = (key: string | undefined): string | undefined =>
    described?.fields.find((field) => field.key === key)?.currency_from
  const answer = useQuery(
    pending || !described
      ? null
      : {
          model: key,
          ...(where && { where }),
          fields: [
            ...new Set([
              ...(title ? [title] : []),
              lane,
              parent,
              order,
              ...fields,
              ...(amount ? [amount] : []),
              ...[...fields, amount].flatMap((key) => currencyOf(key) ?? []),
            ]),
          ],
          sort: [{ field: order, dir: 'asc' }],
          page: { size: most },
        },
    { keep: true },
  )
  const { records, lanes } = arrangeLanes(answer.data?.rows ?? [], {
    lane,
    parent,
    amount,
    currency: currencyOf(amount),
  })
  const pair = records.flatMap(({ id }) => (chosen.includes(id) ? [id] : []))
  const tell = pair.join(' ')
  useEffect(() => {
    const ids = tell === '' ? [] : tell.split(' ')
    expose('chosen', ids)
    if (ids.length === 2 && has('chosen')) void emit('chosen', { from: ids[0], to: ids[1] })
    // Tells of the choice, not of a new `emit`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tell])
  if (answer.error && !answer.data)
    return <ErrorState compact title={t('This list could not be read')} onRetry={answer.refetch} />
  if (!answer.data || !described) return <Skeleton lines={6} />
  if (records.length === 0)
    return (
      <EmptyState icon={empty?.icon ?? 'branch'} title={empty?.title ?? t('Nothing here yet')}>
        {empty?.text}
      </EmptyState>
    )
  // The third choice takes the place of the first.
  const choose = (id: string): void =>
    setChosen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before.slice(-1), id],
    )
  const laneName = (name: string): string => props.lane_names[name] ?? name
  const size = { width: records.length * laneSize.width, height: lanes.length * laneSize.height }
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.box} tabIndex={0} aria-label={props.label ?? described.label}>
      <div className={styles.names} aria-hidden="true">
        {lanes.map((name) => (
          <div key={name} className={styles.name}>
            {laneName(name)}
          </div>
        ))}
      </div>
      <div className={styles.field} style={size}>
        <LaneLines records={records} lanes={lanes.length} />
        <ol className={styles.records}>
          {records.map((record) => (
            <LaneCard
              key={record.id}
              record={record}
              model={described}
              props={props}
              lane={laneName(lanes[record.lane] ?? '')}
              chosen={chosen.includes(record.id)}
              choose={choose}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}
