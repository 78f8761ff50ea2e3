import type { z } from 'zod'
import type { ModelDescription } from '#contracts/model-description.ts'
import { Amount } from '#ui/amount.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { isEmptyValue, moneyOf } from '../field/field-traits.ts'
import { viewOfField } from '../field/view-of-field.tsx'
import { fillUrl } from '../props/safe-url.definition.ts'
import type { PlacedRecord } from './arrange-lanes.ts'
import { laneSize } from './lane-lines.tsx'
import type { recordLanes } from './record-lanes.definition.ts'
import styles from './record-lanes.module.css'

interface LaneCardProps {
  record: PlacedRecord
  model: ModelDescription
  props: z.output<(typeof recordLanes)['props']>
  lane: string
  chosen: boolean
  choose: (id: string) => void
}

/** One record, with what became more or less since the one it was made from. */
export function LaneCard({ record, model, props, lane, chosen, choose }: LaneCardProps) {
  const t = useTranslate()
  const { row, id, column, parent, change } = record
  const nameOf = (of: PlacedRecord): string =>
    String((model.title_field && of.row[model.title_field]) || t('Without a name'))
  const href = props.item_to ? fillUrl(props.item_to, row) : undefined
  const facts = props.fields.flatMap((key) => model.fields.filter((field) => field.key === key))
  const amount = model.fields.find(({ key }) => key === props.amount)
  const { currency } = moneyOf(row[amount?.key ?? ''], amount, row)
  const place = { left: column * laneSize.width, top: record.lane * laneSize.height }
  return (
    <li className={styles.card} style={place}>
      <div className={styles.title}>{href ? <Link href={href}>{nameOf(record)}</Link> : nameOf(record)}</div>
      <VisuallyHidden>{lane}</VisuallyHidden>
      <div className={styles.facts}>
        {facts.map((field) => {
          if (isEmptyValue(row[field.key])) return null
          const { cell: Cell } = viewOfField(field)
          return <Cell key={field.key} value={row[field.key]} field={field} row={row} />
        })}
      </div>
      {parent && (
        <div className={styles.change}>
          <VisuallyHidden>{t('Made from {{name}}', { name: nameOf(parent) })}</VisuallyHidden>
          {change !== null && (
            <>
              {!change.startsWith('-') && change !== '0' && '+'}
              <Amount value={change} currency={currency ?? undefined} minDigits={2} />
            </>
          )}
        </div>
      )}
      {props.choose_two && <Checkbox checked={chosen} onChange={() => choose(id)} label={t('Compare')} />}
    </li>
  )
}
