import { useEffect, type ReactNode } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { classes } from '#ui/classes.ts'
import { TimeText } from '#ui/time-text.tsx'
import { useTranslate } from '#ui/translate.ts'
import { narrowedList, useListOf } from '../data-grid/use-list-of.ts'
import type { Narrowed } from '../data-grid/use-narrowing.ts'
import { decimalOf } from '../field/field-traits.ts'
import { moneySums } from '../field/money-sums.ts'
import { MoneyTotal } from '../field/money-total.tsx'
import { safeUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { stat } from './stat.definition.ts'
import styles from './stat.module.css'

/** One number that opens what it counts. */
export function Stat({ props, emit, has, expose, pending }: ViewProps<typeof stat>) {
  const { label, hint, icon, model, where, search, aggregate, to } = props
  const t = useTranslate()
  const asked = props.value === undefined && model !== undefined && !pending
  const answer = useQuery(
    asked
      ? {
          model,
          ...(where && { where }),
          ...(search && { search }),
          aggregate: [{ ...aggregate, as: 'value' }],
        }
      : null,
    { keep: true },
  )
  // Money and units are the field's own, unless the layout says otherwise.
  const description = useModel(asked && aggregate.field ? model : null)
  const field = description.data?.fields.find(({ key }) => key === aggregate.field)
  const counted = answer.data?.aggregates?.['value'] ?? answer.data?.rows[0]?.['value']
  const value = asked ? counted : props.value
  useEffect(() => expose('value', value ?? null), [expose, value])

  const url = safeUrl(to)
  const isMoment = field !== undefined && (field.type === 'date' || field.type === 'datetime')
  const sums = asked ? moneySums(value) : null
  const plain = aggregate.fn === 'count' || aggregate.fn === 'count_distinct'
  const shown = answer.error ? (
    <span className={styles.failed}>
      {t('Not available')}
      <IconButton icon="sync" size="compact" label={t('Try again')} onClick={answer.refetch} />
    </span>
  ) : pending || (asked && answer.isPending) ? (
    <Skeleton width={96} height={28} />
  ) : isMoment && typeof value === 'string' ? (
    <TimeText value={value} />
  ) : sums ? (
    <MoneyTotal sums={sums} scale={props.scale ?? field?.scale} />
  ) : props.min_scale !== undefined ? (
    <Amount {...inFull(decimalOf(value), props.min_scale)} currency={props.currency} unit={props.unit} />
  ) : (
    <Amount
      value={rounded(
        decimalOf(value),
        props.scale ?? (plain ? undefined : (field?.scale ?? (field?.type === 'money' ? 2 : undefined))),
        aggregate.fn === 'avg',
      )}
      currency={props.currency ?? (plain ? undefined : field?.currency)}
      unit={props.unit ?? (plain ? undefined : field?.unit)}
      // Told digits hold for money too, which has two of its own.
      {...(props.scale !== undefined && { minDigits: props.scale, maxDigits: props.scale })}
    />
  )
  const body = (
    <>
      <span className={styles.label}>
        {icon && <Icon name={icon} />}
        {label}
      </span>
      <span className={styles.value}>{shown}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
  const look = classes(styles.stat, props.compact && styles.compact)
  const narrowed: Narrowed = { filters: where ?? null, words: search ?? '' }
  // A list of the same records begins with those that were counted.
  const counts = asked && (where !== undefined || search !== undefined)
  if (url)
    return (
      <Link href={url} className={look} {...(counts && { state: narrowedList(model, narrowed) })}>
        {body}
      </Link>
    )
  if (props.opens_list && model !== undefined)
    return (
      <ListLink model={model} narrowed={narrowed} className={look}>
        {body}
      </ListLink>
    )
  if (has('opened')) {
    return (
      <button type="button" className={look} onClick={() => void emit('opened')}>
        {body}
      </button>
    )
  }
  return <div className={look}>{body}</div>
}

interface ListLinkProps {
  model: string
  narrowed: Narrowed
  className: string
  children: ReactNode
}

function ListLink({ model, narrowed, className, children }: ListLinkProps) {
  const place = useListOf(model)?.(narrowed)
  if (!place) return <div className={className}>{children}</div>
  return (
    <Link href={place.to} state={place.state} className={className}>
      {children}
    </Link>
  )
}

function rounded(value: string | null, scale: number | undefined, average: boolean): string | null {
  if (value === null || (scale === undefined && !average)) return value
  return roundHalfUp(decimal(value), scale ?? 2)
}

/** All digits that mean something: money too, which is written with two of its own unless told. */
function inFull(
  value: string | null,
  least: number,
): { value: string | null; minDigits?: number; maxDigits?: number } {
  if (value === null || value === '') return { value }
  const digits = decimalText(decimal(value))
  return { value: digits, minDigits: least, maxDigits: Math.max(least, digits.split('.')[1]?.length ?? 0) }
}
