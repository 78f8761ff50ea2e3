import { lazy, Suspense, type ComponentType } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './cells.module.css'
import type * as LateCells from './late-cells.tsx'
import { drawMoney, drawNumber, drawPercent, drawSelect, drawText } from './draw-cells.tsx'
import { idOf, isEmptyValue, titleOf } from './field-traits.ts'

export interface CellProps {
  value: unknown
  field: FieldDescription
  /** The record, for what stands beside the value: the title of a relation. */
  row?: Row | undefined
}

export function TextCell(props: CellProps) {
  const drawn = drawText(props.value, props.field, props.row, useRegion())
  return drawn === undefined ? <WrittenCell {...props} /> : drawn
}

export function NumberCell({ value, field, row }: CellProps) {
  return drawNumber(value, field, row, useRegion())
}

export function PercentCell({ value, field, row }: CellProps) {
  return drawPercent(value, field, row, useRegion())
}

export function MoneyCell({ value, field, row }: CellProps) {
  return drawMoney(value, field, row, useRegion())
}

export function BooleanCell({ value }: CellProps) {
  const t = useTranslate()
  if (typeof value !== 'boolean') return null
  return value ? <Icon name="check" label={t('Yes')} /> : <span className={styles.no}>{t('No')}</span>
}

export function TimeCell({ value }: CellProps) {
  return typeof value === 'string' && value !== '' ? <TimeText value={value} /> : null
}

/** What only few lists show; it comes when the first of them is drawn. */
const late = (name: keyof typeof LateCells): ComponentType<CellProps> => {
  const Late = lazy(() => import('./late-cells.tsx').then((module) => ({ default: module[name] })))
  return (props) =>
    isEmptyValue(props.value) ? null : (
      <Suspense>
        <Late {...props} />
      </Suspense>
    )
}
export const AddressCell = late('AddressCell')
const WrittenCell = late('WrittenCell')
export const DurationCell = late('DurationCell')
export const RatingCell = late('RatingCell')
export const ColourCell = late('ColourCell')
export const PostalCell = late('PostalCell')
export const PlaceCell = late('PlaceCell')
export const SignatureCell = late('SignatureCell')
export const JsonCell = late('JsonCell')
export const IconCell = late('IconCell')
export const FileCell = late('FileCell')
export const PictureCell = late('PictureCell')
export const MultiSelectCell = late('MultiSelectCell')

export function SelectCell({ value, field, row }: CellProps) {
  return drawSelect(value, field, row, useRegion())
}

export function RelationCell({ value, field, row }: CellProps) {
  const t = useTranslate()
  if (isEmptyValue(value)) return null
  if (Array.isArray(value)) {
    return (
      <>
        {value
          .map((one) => titleOf(one, field, undefined))
          .filter((title) => title !== null)
          .join(', ') || t('{{count}} records', { count: value.length })}
      </>
    )
  }
  const title = titleOf(value, field, row)
  return title === null ? <span className={styles.faint}>{idOf(value)?.slice(0, 8)}</span> : <>{title}</>
}

export function PersonCell({ value, field, row }: CellProps) {
  const t = useTranslate()
  if (isEmptyValue(value)) return null
  if (Array.isArray(value)) return <RelationCell value={value} field={field} />
  const name = titleOf(value, field, row)
  // Who has left the workspace, or is not shown to this reader.
  if (name === null) return <span className={styles.faint}>{t('Somebody')}</span>
  return (
    <span className={styles.person}>
      <Avatar name={name} size={20} named={false} />
      <span className={styles.cut}>{name}</span>
    </span>
  )
}
