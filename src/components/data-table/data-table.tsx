import type { Json } from '#base/json.ts'
import { isDecimalText } from '#base/decimal.ts'
import { formatDecimal } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { dataTable } from './data-table.definition.ts'
import styles from './data-table.module.css'

type Group = Record<string, Json>

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a data field holds: a list of things as a table, groups of values with their names above, values as facts. */
export function DataTable({ props: { value, label, columns, empty } }: ViewProps<typeof dataTable>) {
  const rows = Array.isArray(value) ? value.filter(isGroup) : []
  if (rows.length > 0) {
    const shown = columns ?? Object.keys(rows[0] ?? {}).map((key) => ({ key, label: key }))
    return <Rows label={label} columns={shown} rows={rows} />
  }
  if (!isGroup(value) || Object.keys(value).length === 0)
    return empty === undefined ? null : <p className={styles.empty}>{empty}</p>
  const entries = Object.entries(value)
  const loose = entries.filter(([, inner]) => !isGroup(inner))
  return (
    <section className={styles.groups} aria-label={label}>
      {loose.length > 0 && <Facts facts={Object.fromEntries(loose)} />}
      {entries.map(([name, inner]) =>
        isGroup(inner) ? (
          <section key={name} className={styles.group}>
            <h4 className={styles.name}>{name}</h4>
            <Facts facts={inner} />
          </section>
        ) : null,
      )}
    </section>
  )
}

interface RowsProps {
  label: string
  columns: readonly { key: string; label: string }[]
  rows: readonly Group[]
}

function Rows({ label, columns, rows }: RowsProps) {
  return (
    // A wide table is scrolled with the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.frame} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows of data have no ids and never move.
            <tr key={at}>
              {columns.map(({ key }) => (
                <td key={key} className={isNumber(row[key]) ? styles.number : undefined}>
                  <Value value={row[key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Facts({ facts }: { facts: Group }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isNumber = (value: Json | undefined): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && isDecimalText(value) && value.includes('.'))

function Value({ value }: { value: Json | undefined }) {
  const t = useTranslate()
  const region = useRegion()
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (isNumber(value)) return formatDecimal(String(value), region, { maxDigits: 6 })
  if (Array.isArray(value))
    return value.map((one) => (isGroup(one) ? JSON.stringify(one) : String(one))).join(', ')
  return isGroup(value) ? JSON.stringify(value) : value
}
