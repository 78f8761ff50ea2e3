import { Fragment } from 'react'
import { isDecimalText } from '#base/decimal.ts'
import { addressLine, isAddress } from '#contracts/address.ts'
import { geoPointText, isGeoPoint } from '#contracts/geo-point.ts'
import { isReasons } from '#contracts/reason.ts'
import { isSignature, signaturePath, type Signature } from '#contracts/signature.ts'
import { formatDate, formatDateTime, formatDecimal } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { StoredPicture } from '../files/stored-picture.tsx'
import { storedFiles } from '../files/stored-files.ts'
import type { CellProps } from './cells.tsx'
import { reasonWords } from '../workflow-run/reason-words.ts'
import styles from './late-cells.module.css'
import { isMoment, wordsOfKey } from './words-of-key.ts'

export { MultiSelectCell } from './chosen-cell.tsx'

/** The formula of a quantity, with the reader's decimal mark where it is only a number; the note of a price, with its days as the reader writes them. */
export function WrittenCell({ value, field }: CellProps) {
  const region = useRegion()
  const text = String(value)
  if (field.key !== 'price_note') return isDecimalText(text) ? formatDecimal(text, region) : text
  return text.replaceAll(/\b\d{4}-\d\d-\d\d(?= |$)/g, (day) => formatDate(day, region))
}

/** Mail, telephone and web addresses lead where they say; the click does not open the row. */
export function AddressCell({ value, field }: CellProps) {
  if (typeof value !== 'string' || value === '') return null
  const href = {
    email: `mailto:${value}`,
    phone: `tel:${value.replaceAll(/[^+\d]/g, '')}`,
    url: webAddress(value),
  }[field.type as 'email' | 'phone' | 'url']
  if (!href) return value
  const web = field.type === 'url' && { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return (
    <a href={href} {...web} onClick={stop}>
      {field.type === 'url' ? value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') : value}
    </a>
  )
}

/** `2 h 30 min`; what is no whole minute shows its seconds. */
export function DurationCell({ value }: CellProps) {
  const t = useTranslate()
  if (typeof value !== 'number') return null
  const size = Math.abs(value)
  const parts = [
    [Math.floor(size / 3600), t('h')],
    [Math.floor(size / 60) % 60, t('min')],
    [size % 60, t('s')],
  ] as const
  const shown = parts.filter(([amount]) => amount > 0)
  const pieces = shown.length > 0 ? shown : parts.slice(1, 2)
  return (
    <data value={value} className={styles.duration}>
      {value < 0 && '−'}
      {pieces.map(([amount, unit]) => (
        <span key={unit}>
          {amount}
          <span className={styles.unit}> {unit}</span>
        </span>
      ))}
    </data>
  )
}

export function RatingCell({ value, field }: CellProps) {
  const t = useTranslate()
  if (typeof value !== 'number') return null
  const most = typeof field.max === 'number' ? field.max : 5
  const stars = Array.from({ length: Math.max(0, Math.min(10, most)) }, (_, at) => at + 1)
  return (
    <span className={styles.stars}>
      <VisuallyHidden>{t('{{value}} of {{most}}', { value, most })}</VisuallyHidden>
      {stars.map((star) => (
        <Icon key={star} name="star" className={star <= value ? styles.full : styles.hollow} />
      ))}
    </span>
  )
}

export function ColourCell({ value }: CellProps) {
  if (typeof value !== 'string') return null
  const known = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <span className={styles.pair}>
      {known && <span className={styles.swatch} style={{ background: value }} />}
      <span className={styles.cut}>{value}</span>
    </span>
  )
}

export function IconCell({ value }: CellProps) {
  if (typeof value !== 'string') return null
  return (
    <span className={styles.pair}>
      <Icon name={value} />
      <span className={styles.cut}>{value}</span>
    </span>
  )
}

export function PostalCell({ value }: CellProps) {
  return isAddress(value) ? <>{addressLine(value)}</> : <>{JSON.stringify(value)}</>
}

/** As it was drawn, in a line. */
export function SignatureCell({ value }: CellProps) {
  const t = useTranslate()
  if (!isSignature(value)) return null
  return (
    <svg className={styles.signature} viewBox={drawnPart(value)} role="img" aria-label={t('Drawn signature')}>
      <path d={signaturePath(value)} />
    </svg>
  )
}

/** The part of the field that was drawn on, with a little room for the ink. */
function drawnPart({ strokes }: Signature): string {
  const [xs, ys] = [0, 1].map((axis) => strokes.flat().filter((_, at) => at % 2 === axis)) as [
    number[],
    number[],
  ]
  const [left, top] = [Math.min(...xs) - 4, Math.min(...ys) - 4]
  return [left, top, Math.max(...xs) + 4 - left, Math.max(...ys) + 4 - top].join(' ')
}

/** Leads to the place on the map; the click does not open the row. */
export function PlaceCell({ value }: CellProps) {
  if (!isGeoPoint(value)) return <>{JSON.stringify(value)}</>
  const { lat, lng } = value
  const href = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={(event) => event.stopPropagation()}
    >
      {geoPointText(value)}
    </a>
  )
}

/**
 * A structure as its names and values; what stands inside another is in brackets. Data as it is; what the system wrote down
 * itself has its keys in words and its times as the reader writes them, and reasons are said in the reader's language.
 */
export function JsonCell({ value, field }: CellProps) {
  return (
    <span>
      <JsonPart value={value} inWords={field.system === true} />
    </span>
  )
}

function JsonPart({ value, inWords }: { value: unknown; inWords: boolean }) {
  const t = useTranslate()
  const region = useRegion()
  if (inWords && isReasons(value)) return reasonWords({ reasons: value }, t)
  if (typeof value !== 'object' || value === null) {
    if (value === null) return '–'
    if (!inWords) return String(value)
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    return isMoment(value) ? formatDateTime(value, region) : String(value)
  }
  const isList = Array.isArray(value)
  return Object.entries(value).map(([name, one]: [string, unknown], at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      {!isList && <span className={styles.json}>{inWords ? t(wordsOfKey(name)) : name} </span>}
      {!isList && typeof one === 'object' && one !== null && !(inWords && isReasons(one)) ? (
        <>
          (<JsonPart value={one} inWords={inWords} />)
        </>
      ) : (
        <JsonPart value={one} inWords={inWords} />
      )}
    </Fragment>
  ))
}

export function FileCell({ value }: CellProps) {
  const files = storedFiles(value)
  const [first] = files
  if (!first) return null
  return (
    <span className={styles.pair}>
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

const stop = (event: { stopPropagation(): void }): void => event.stopPropagation()

const webAddress = (text: string): string | undefined =>
  /^https?:\/\/[^\s\\]+$/i.test(text)
    ? text
    : /^[\w-]+(\.[\w-]+)+([/?#][^\s\\]*)?$/.test(text)
      ? `https://${text}`
      : undefined
