import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { classes } from '#ui/classes.ts'
import type { ViewProps } from '../view-props.ts'
import { largestOf } from './largest-of.ts'
import { useChosen, withOrWithout } from './use-chosen.ts'
import { longestCode, ValueCell } from './value-cell.tsx'
import { ValueInput } from './value-input.tsx'
import type { valueTable } from './value-table.definition.ts'
import styles from './value-table.module.css'

/** Rows of values, as they were worked out. */
export function ValueTable({ props, emit, expose, has, pending }: ViewProps<typeof valueTable>) {
  const { label, rows, limit, empty, indent, choose, opens, enters } = props
  const columns = props.columns.filter(({ kind }) => enters || kind !== 'entry')
  const t = useTranslate()
  const [all, setAll] = useState(false)
  const { chosen, setChosen, keys } = useChosen(rows, choose, expose)
  if (pending || !rows) return <Skeleton lines={4} />
  if (rows.length === 0)
    return (
      <EmptyState icon={empty?.icon ?? 'table'} title={empty?.title ?? t('Nothing here yet')}>
        {empty?.text}
      </EmptyState>
    )
  const largest = new Map(
    columns.map(({ key, kind }) => [key, kind === 'bar' || kind === 'step' ? largestOf(rows, key) : null]),
  )
  const shown = all ? rows : rows.slice(0, limit)
  return (
    // What scrolls must be reachable by keyboard; a group, as the card around it is a landmark of mostly the same name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div role="group" className={styles.box} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {choose && (
              <th scope="col" className={styles.choose}>
                <Checkbox
                  hideLabel
                  label={t('Choose all')}
                  checked={chosen.size > 0 && chosen.size === keys.length}
                  indeterminate={chosen.size > 0 && chosen.size < keys.length}
                  onChange={(on) => setChosen(new Set(on ? keys : []))}
                />
              </th>
            )}
            {columns.map(({ key, label: name, kind }) => (
              <th key={key} scope="col" className={classes(isNumber(kind) && styles.number)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index}>
              {choose && (
                <td className={styles.choose}>
                  <Checkbox
                    hideLabel
                    label={t('Choose {{name}}', { name: nameOf(row, columns, t) })}
                    checked={chosen.has(String(row[choose]))}
                    onChange={(on) => setChosen(withOrWithout(chosen, String(row[choose]), on))}
                  />
                </td>
              )}
              {columns.map(({ key, label: name, kind, note, max_digits: maxDigits }, at) => (
                <td
                  key={key}
                  className={classes(
                    isNumber(kind) && styles.number,
                    isWords(kind, row[key]) && styles.words,
                  )}
                  style={
                    at === 0 && indent
                      ? { paddingInlineStart: `calc(var(--cell-edge) + ${16 * depthOf(row[indent])}px)` }
                      : undefined
                  }
                >
                  {kind === 'entry' ? (
                    <ValueInput
                      // Another row, or another state of it: what was typed has been taken.
                      key={JSON.stringify(row)}
                      label={`${name}: ${nameOf(row, columns, t)}`}
                      onEnter={(value) => emit('entered', { row, index, key, value })}
                    />
                  ) : at === 0 && opens && has('opened') ? (
                    <button
                      type="button"
                      className={styles.open}
                      onClick={() => void emit('opened', { row, index })}
                    >
                      <ValueCell
                        value={row[key]}
                        kind={kind}
                        currency={currencyOf(row, props)}
                        maxDigits={maxDigits}
                        largest={largest.get(key)}
                      />
                    </button>
                  ) : (
                    <ValueCell
                      value={row[key]}
                      kind={kind}
                      currency={currencyOf(row, props)}
                      maxDigits={maxDigits}
                      largest={largest.get(key)}
                    />
                  )}
                  {note && typeof row[note] === 'string' && row[note] !== '' && (
                    <span className={styles.note}>{row[note]}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button variant="ghost" onClick={() => setAll(true)}>
          {t('Show all {{count}}', { count: rows.length })}
        </Button>
      )}
    </div>
  )
}

/** Texts that may be broken, unlike codes. */
const isWords = (kind: string, value: unknown): boolean =>
  kind === 'text' && typeof value === 'string' && value.length > longestCode

/** What stands at the right of its column; a unit stands right after its number. */
const isNumber = (kind: string): boolean => !['text', 'word', 'yes', 'day', 'month', 'unit'].includes(kind)

/** Amounts of one row are in one currency. */
const currencyOf = (
  row: Readonly<Record<string, unknown>>,
  { currency, currency_from }: ViewProps<typeof valueTable>['props'],
): string | null => {
  const own = currency_from === undefined ? currency : row[currency_from]
  return typeof own === 'string' ? own : null
}

const depthOf = (value: unknown): number => (typeof value === 'number' ? Math.max(0, Math.min(value, 12)) : 0)

/** What a row is called: its texts. */
const nameOf = (
  row: Readonly<Record<string, unknown>>,
  columns: readonly { key: string; kind: string }[],
  translate: (text: string) => string,
): string =>
  columns
    .flatMap(({ key, kind }) => {
      const value = row[key]
      if (typeof value !== 'string') return []
      return kind === 'text' ? [value] : kind === 'word' ? [translate(value)] : []
    })
    .slice(0, 2)
    .join(' ')
