import { useState } from 'react'
import type { InverseDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useRecordWrites } from '#engine/data/use-record-writes.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { Combobox, type ComboOption } from '#ui/combobox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { idOf } from '../field/field-traits.ts'
import styles from './related-records.module.css'

interface InverseListProps {
  inverse: InverseDescription
  /** The record they point to. */
  id: string
  onOpen: ((id: string) => void) | null
}

const mostShown = 50

/** The records of one relation that point here. Linking and unlinking writes the relation over there. */
export function InverseList({ inverse, id, onOpen }: InverseListProps) {
  const t = useTranslate()
  const { ask } = useEngine()
  const other = useModel(inverse.model)
  const writes = useRecordWrites(inverse.model)
  const [working, setWorking] = useState(false)
  const title = other.data?.title_field ?? null
  const fields = [...(title === null ? [] : [title]), inverse.field]
  const answer = useQuery(
    other.data
      ? {
          model: inverse.model,
          where: { field: inverse.field, op: inverse.many ? 'contains' : 'eq', value: id },
          fields,
          ...(title !== null && { sort: [{ field: title, dir: 'asc' as const }] }),
          page: { size: mostShown },
          total: 'estimate',
        }
      : null,
    { keep: true },
  )
  const failed = other.data ? answer : other
  const rows = answer.data?.rows ?? []
  const nameOf = (row: Row): string => {
    const name = title === null ? null : row[title]
    return typeof name === 'string' || typeof name === 'number' ? String(name) : String(row['id']).slice(0, 8)
  }
  const pointsOf = (row: Row): string[] => {
    const value = row[inverse.field]
    return (Array.isArray(value) ? value : [value]).map(idOf).filter((one) => one !== null)
  }
  /** Writes what a record over there points to, with what was seen of it. */
  const point = async (row: Row, next: string[]): Promise<void> => {
    const seen = pointsOf(row)
    const form = (ids: string[]) => (inverse.many ? (ids.length === 0 ? null : ids) : (ids[0] ?? null))
    setWorking(true)
    try {
      await writes.update(
        String(row['id']),
        { [inverse.field]: form(next) },
        { [inverse.field]: form(seen) },
        { quiet: true },
      )
      answer.refetch()
    } catch (error) {
      reportFailure(error)
    } finally {
      setWorking(false)
    }
  }
  const search = async (words: string): Promise<ComboOption[]> => {
    const found = await ask({
      model: inverse.model,
      ...(words.trim() !== '' && { search: words.trim() }),
      fields,
      page: { size: 20 },
    })
    return found.rows
      .filter((row) => !pointsOf(row).includes(id))
      .map((row) => ({ value: String(row['id']), label: nameOf(row) }))
  }
  const link = async (chosen: string): Promise<void> => {
    const found = await ask({ model: inverse.model, where: { field: 'id', op: 'eq', value: chosen }, fields })
    const [row] = found.rows
    if (row) await point(row, inverse.many ? [...pointsOf(row), id] : [id])
  }
  const mayWrite = inverse.writable && !writes.readOnly
  const more = (answer.data?.total ?? rows.length) - rows.length
  return (
    <section className={styles.list} aria-label={inverse.label}>
      <h3 className={styles.title}>{inverse.label}</h3>
      {failed.error && !failed.data ? (
        <ErrorState compact title={t('This list could not be read')} onRetry={failed.refetch}>
          {t(failed.error.message)}
        </ErrorState>
      ) : !answer.data ? (
        <Skeleton lines={2} />
      ) : rows.length === 0 ? (
        <p className={styles.none}>{t('None yet')}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={String(row['id'])} className={styles.row}>
              {onOpen ? (
                <button type="button" className={styles.open} onClick={() => onOpen(String(row['id']))}>
                  {nameOf(row)}
                </button>
              ) : (
                <span className={styles.name}>{nameOf(row)}</span>
              )}
              {mayWrite && (
                <IconButton
                  icon="x"
                  size="compact"
                  label={t('Unlink {{name}}', { name: nameOf(row) })}
                  disabled={working}
                  onClick={() =>
                    void point(
                      row,
                      pointsOf(row).filter((one) => one !== id),
                    )
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={styles.none}>{t('{{count}} more', { count: more })}</p>}
      {mayWrite && (
        <Combobox
          label={t('Link to {{name}}', { name: inverse.label })}
          hideLabel
          compact
          value=""
          disabled={working}
          placeholder={t('Link …')}
          search={search}
          onChange={(chosen) => chosen !== '' && void link(chosen)}
          className={styles.add ?? ''}
        />
      )}
    </section>
  )
}
