import { useEffect, useId, useRef, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { isNarrow, useMedia } from '../data-grid/use-media.ts'
import { moneyOf } from '../field/field-traits.ts'
import type { ViewProps } from '../view-props.ts'
import type { PlacedRecord } from './arrange-lanes.ts'
import { LaneCard } from './lane-card.tsx'
import { LaneLines } from './lane-lines.tsx'
import { laneSize } from './lane-size.ts'
import { LaneStep } from './lane-step.tsx'
import type { recordLanes } from './record-lanes.definition.ts'
import styles from './record-lanes.module.css'
import { StepPanel } from './step-panel.tsx'
import { useChosenTwo } from './use-chosen-two.ts'
import { useLanes } from './use-lanes.ts'

/** What was made from what, over time. A list to a screen reader and on a phone, in the same order. */
export function RecordLanes(view: ViewProps<typeof recordLanes>) {
  const { props, slots, expose, editing, has } = view
  const t = useTranslate()
  const panelId = useId()
  const narrow = useMedia(isNarrow)
  const { lanes, described, failed, answer } = useLanes(view)
  const { chosen, choose, chooseBoth } = useChosenTwo(lanes.records, view)
  const below = useRef<HTMLOutputElement>(null)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const looked = lanes.records.find(({ id, parent }) => id === lookedAt && parent) ?? null
  const [from, to] = [looked?.parent?.id, looked?.id]
  // The answer of the questions is another object each time; only another step is told.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => expose('step', from && to ? { from, to } : null), [from, to])
  if (failed.error && !failed.data)
    return (
      <ErrorState compact title={t('This list could not be read')} onRetry={failed.refetch}>
        {t(failed.error.message)}
      </ErrorState>
    )
  if (!answer.data || !described) return <Skeleton lines={6} />
  const { empty } = props
  if (lanes.records.length === 0)
    return (
      <EmptyState icon={empty?.icon ?? 'branch'} title={empty?.title ?? t('Nothing here yet')}>
        {empty?.text}
      </EmptyState>
    )
  const nameOf = ({ row }: PlacedRecord): string =>
    String((described.title_field && row[described.title_field]) || t('Without a name'))
  const laneName = (name: string): string => props.lane_names[name] ?? name
  const countsOf = ({ id, parent }: PlacedRecord) =>
    props.steps?.find((step) => step.to === id && step.from === parent?.id) ?? null
  const amount = described.fields.find(({ key }) => key === props.amount)
  const way = lanes.records.filter(({ onWay }) => onWay)
  const tellsOfTwo = props.choose_two && has('chosen')
  const [one, other] = lanes.records.filter(({ id }) => chosen.includes(id))
  const compare = (earlier: string, later: string): void => {
    chooseBoth(earlier, later)
    setLookedAt(null)
    // The button goes with the step: whoever pressed it goes on where the two are compared.
    below.current?.focus()
  }
  const panel = (looked?.parent ?? editing) && slots['step'] && (
    <StepPanel
      id={panelId}
      from={looked?.parent ? nameOf(looked.parent) : ''}
      to={looked ? nameOf(looked) : ''}
      counts={looked && countsOf(looked)}
      onCompare={tellsOfTwo && from && to ? () => compare(from, to) : null}
    >
      {slots['step']}
    </StepPanel>
  )
  const size = {
    '--w': `${lanes.width}px`,
    '--h': `${lanes.lanes.length * laneSize.height}px`,
  } as React.CSSProperties
  return (
    <>
      {props.reached && way.length > 0 && (
        <p className={styles.reached}>
          <strong>{props.reached.label}:</strong> {way.map(nameOf).join(' → ')}
        </p>
      )}
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.box} tabIndex={0} aria-label={props.label ?? described.label}>
        <div className={styles.names} aria-hidden="true">
          {lanes.lanes.map((name) => (
            <div key={name} className={styles.name}>
              {laneName(name)}
            </div>
          ))}
        </div>
        <div className={styles.field} style={size}>
          <LaneLines {...lanes} />
          <ol className={styles.records}>
            {lanes.records.map((record) => {
              const isLooked = looked?.id === record.id
              return (
                <li key={record.id}>
                  {record.parent && (
                    <LaneStep
                      record={record}
                      from={nameOf(record.parent)}
                      counts={countsOf(record)}
                      currency={moneyOf(record.row[amount?.key ?? ''], amount, record.row).currency}
                      look={slots['step'] ? () => setLookedAt(record.id) : null}
                      shownIn={isLooked ? panelId : null}
                    />
                  )}
                  {narrow && isLooked && panel}
                  <LaneCard
                    record={record}
                    name={nameOf(record)}
                    model={described}
                    props={props}
                    lane={laneName(lanes.lanes[record.lane] ?? '')}
                    chosen={chosen.includes(record.id)}
                    choose={choose}
                  />
                </li>
              )
            })}
          </ol>
        </div>
      </section>
      {!narrow && panel}
      {tellsOfTwo && (
        <output ref={below} tabIndex={-1} className={styles.compared}>
          {one &&
            other &&
            t('{{from}} and {{to}} are compared below.', { from: nameOf(one), to: nameOf(other) })}
        </output>
      )}
    </>
  )
}
