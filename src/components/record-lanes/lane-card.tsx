import type { z } from 'zod'
import type { ModelDescription } from '#contracts/model-description.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { formatDate } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isEmptyValue } from '../field/field-traits.ts'
import { viewOfField } from '../field/view-of-field.tsx'
import { fillUrl } from '../props/safe-url.definition.ts'
import type { PlacedRecord } from './arrange-lanes.ts'
import { momentField } from './in-time-order.ts'
import { laneSize } from './lane-size.ts'
import type { recordLanes } from './record-lanes.definition.ts'
import styles from './record-lanes.module.css'

interface LaneCardProps {
  record: PlacedRecord
  /** What it is called. */
  name: string
  model: ModelDescription
  props: z.output<(typeof recordLanes)['props']>
  lane: string
  chosen: boolean
  choose: (id: string) => void
}

/** One record: what it is called, when it was, and what is to be known of it. */
export function LaneCard({ record, name, model, props, lane, chosen, choose }: LaneCardProps) {
  const t = useTranslate()
  const region = useRegion()
  const { row, id, onWay } = record
  const href = props.item_to ? fillUrl(props.item_to, row) : undefined
  const facts = props.fields.flatMap((key) => model.fields.filter((field) => field.key === key))
  const dated = momentField(row, props.moments)
  const when = model.fields.find(({ key }) => key === dated)
  const place = {
    '--x': `${record.x}px`,
    '--y': `${record.lane * laneSize.height}px`,
  } as React.CSSProperties
  return (
    <div className={classes(styles.card, onWay && styles.cardOnWay)} style={place}>
      <div className={styles.title}>{href ? <Link href={href}>{name}</Link> : name}</div>
      <div className={styles.lane}>{lane}</div>
      <div className={styles.facts}>
        {facts.map((field) => {
          if (isEmptyValue(row[field.key])) return null
          const { cell: Cell } = viewOfField(field)
          return <Cell key={field.key} value={row[field.key]} field={field} row={row} />
        })}
      </div>
      {when && (
        <div className={styles.when}>
          {when.label}{' '}
          <time dateTime={String(row[when.key])}>{formatDate(String(row[when.key]), region)}</time>
        </div>
      )}
      {onWay && props.reached && <VisuallyHidden>{props.reached.label}</VisuallyHidden>}
      {props.choose_two && <Checkbox checked={chosen} onChange={() => choose(id)} label={t('Compare')} />}
    </div>
  )
}
