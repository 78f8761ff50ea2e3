import { lazy, Suspense, type ComponentType } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { Amount } from '#ui/amount.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { StoredPicture } from '../files/stored-picture.tsx'
import { storedFiles } from '../files/stored-files.ts'
import styles from './cells.module.css'
import type * as LateCells from './late-cells.tsx'
import { decimalOf, idOf, isEmptyValue, moneyOf, optionsOf, titleOf } from './field-traits.ts'

export interface CellProps {
  value: unknown
  field: FieldDescription
  /** The record, for what stands beside the value: the title of a relation. */
  row?: Row | undefined
}

export function TextCell({ value }: CellProps) {
  return isEmptyValue(value) ? null : <>{String(value)}</>
}

/** Mail, telephone and web addresses lead where they say; the click does not open the row. */
export function AddressCell({ value, field }: CellProps) {
  if (typeof value !== 'string' || value === '') return null
  const href = {
    email: `mailto:${value}`,
    phone: `tel:${value.replaceAll(/[^+\d]/g, '')}`,
    url: webAddress(value),
  }[field.type as 'email' | 'phone' | 'url']
  if (!href) return <>{value}</>
  const web = field.type === 'url' && { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return (
    <a href={href} {...web} onClick={(event) => event.stopPropagation()}>
      {field.type === 'url' ? value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : value}
    </a>
  )
}

export function NumberCell({ value, field }: CellProps) {
  const digits = decimalOf(value)
  return digits === null ? null : <Amount value={digits} unit={field.unit} minDigits={field.scale} />
}

export function PercentCell({ value, field }: CellProps) {
  const digits = decimalOf(value)
  return digits === null ? null : <Amount value={digits} unit="%" minDigits={field.scale} />
}

export function MoneyCell({ value, field }: CellProps) {
  const { amount: digits, currency } = moneyOf(value)
  const sign = currency ?? field.currency
  if (digits === null) return null
  const places = digits.split('.')[1]?.length ?? 0
  // Never fewer digits than the value has: a price of 0.0042 must not read 0.00.
  return sign ? (
    <Amount
      value={digits}
      currency={sign}
      minDigits={field.scale}
      {...(places > 2 && { maxDigits: places })}
    />
  ) : (
    <Amount value={digits} unit={field.unit} minDigits={field.scale ?? 2} />
  )
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
export const DurationCell = late('DurationCell')
export const RatingCell = late('RatingCell')
export const ColourCell = late('ColourCell')
export const PostalCell = late('PostalCell')
export const PlaceCell = late('PlaceCell')
export const IconCell = late('IconCell')

const tones: ReadonlySet<string> = new Set<BadgeTone>([
  'neutral',
  'accent',
  'info',
  'success',
  'warning',
  'danger',
])
const isTone = (color: string | undefined): color is BadgeTone => color !== undefined && tones.has(color)

const look = (color: string | undefined): { tone: BadgeTone; colour?: string } =>
  isTone(color)
    ? { tone: color }
    : { tone: 'neutral', ...(color !== undefined && /^#[0-9a-f]{6}$/i.test(color) && { colour: color }) }

export function SelectCell({ value, field }: CellProps) {
  if (isEmptyValue(value)) return null
  const option = optionsOf(field).find((one) => one.value === value)
  const label = option?.label ?? String(value)
  return option?.color ? <Badge {...look(option.color)}>{label}</Badge> : <>{label}</>
}

export function MultiSelectCell({ value, field }: CellProps) {
  if (!Array.isArray(value) || value.length === 0) return null
  const options = optionsOf(field)
  return (
    <span className={styles.many}>
      {value.map((one) => {
        const option = options.find((known) => known.value === one)
        return (
          <Badge
            key={String(one)}
            {...look(option?.color)}
            {...((!option?.color || isTone(option.color)) && { icon: null })}
          >
            {option?.label ?? String(one)}
          </Badge>
        )
      })}
    </span>
  )
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
  if (isEmptyValue(value)) return null
  if (Array.isArray(value)) return <RelationCell value={value} field={field} />
  const name = titleOf(value, field, row)
  if (name === null) return <span className={styles.faint}>{idOf(value)?.slice(0, 8)}</span>
  return (
    <span className={styles.person}>
      <Avatar name={name} size={20} named={false} />
      <span className={styles.cut}>{name}</span>
    </span>
  )
}

export function FileCell({ value }: CellProps) {
  const files = storedFiles(value)
  const [first] = files
  if (!first) return null
  return (
    <span className={styles.person}>
      <Icon name="paperclip" />
      <span className={styles.cut}>{first.name}</span>
      {files.length > 1 && <span className={styles.faint}>+{files.length - 1}</span>}
    </span>
  )
}

export function PictureCell({ value }: CellProps) {
  const files = storedFiles(value)
  if (files.length === 0) return null
  return (
    <span className={styles.pictures}>
      {files.slice(0, 3).map((file) => (
        <StoredPicture key={file.id} id={file.id} alt={file.name} className={styles.thumb} />
      ))}
      {files.length > 3 && <span className={styles.faint}>+{files.length - 3}</span>}
    </span>
  )
}

export function JsonCell({ value }: CellProps) {
  return isEmptyValue(value) ? null : <code className={styles.code}>{JSON.stringify(value)}</code>
}

const webAddress = (text: string): string | undefined =>
  /^https?:\/\/[^\s\\]+$/i.test(text)
    ? text
    : /^[\w-]+(\.[\w-]+)+([/?#][^\s\\]*)?$/.test(text)
      ? `https://${text}`
      : undefined
