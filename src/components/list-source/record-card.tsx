import type { Row } from '#contracts/query.ts'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { isEmptyValue } from '../field/field-traits.ts'
import { viewOfField } from '../field/view-of-field.tsx'
import { fieldViewOf } from '../field/field-views.ts'
import { titleField, type ListSource } from './list-source.ts'
import styles from './record-card.module.css'

/** A record's name, a link where it leads somewhere. */
export function RecordName({ source, row }: { source: ListSource; row: Row }) {
  const t = useTranslate()
  const field = titleField(source.model)
  const { cell: Cell } = fieldViewOf(field?.type ?? 'text')
  const name =
    field && !isEmptyValue(row[field.key]) ? (
      <Cell value={row[field.key]} field={field} row={row} />
    ) : (
      t('Without a name')
    )
  const href = source.hrefOf(row)
  if (href)
    return (
      <Link href={href} className={styles.name} draggable={false}>
        {name}
      </Link>
    )
  return source.open ? (
    <button type="button" className={styles.name} onClick={() => source.open?.(row)}>
      {name}
    </button>
  ) : (
    <span className={styles.name}>{name}</span>
  )
}

/** What is shown of a record beside its name; nothing of what is empty. `without` is said already where it stands. */
export function RecordFacts({
  source,
  row,
  without,
}: {
  source: ListSource
  row: Row
  without?: string | null
}) {
  const facts = source.facts.filter(({ key }) => key !== without && !isEmptyValue(row[key]))
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map((field) => {
        const { cell: Cell } = viewOfField(field)
        return (
          <div key={field.key} className={styles.fact}>
            <dt>{field.label}</dt>
            <dd>
              <Cell value={row[field.key]} field={field} row={row} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
