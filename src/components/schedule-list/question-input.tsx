import { isJsonObject } from '#base/json.ts'
import type { Where } from '#contracts/query.ts'
import { Button } from '#ui/button.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import type { InputProps } from '../field/inputs/input-props.ts'
import styles from './schedule-list.module.css'

/** What an export takes, in words: everything, or what a list showed when it was repeated from there. */
export function QuestionInput({ value, onChange, disabled, readOnly, error, id }: InputProps) {
  const t = useTranslate()
  const parts = isJsonObject(value) ? partsOf(value, t) : []
  return (
    <div className={styles.question} id={id}>
      <span className={styles.questionName}>{t('What it takes')}</span>
      {parts.length === 0 ? (
        <p>
          {t(
            'All records with all their fields. To take a part, open the list, narrow it and choose “Repeat this export” there.',
          )}
        </p>
      ) : (
        <>
          <p>{t('What the list showed: {{parts}}.', { parts: parts.join(' · ') })}</p>
          <Button size="compact" disabled={disabled || readOnly} onClick={() => onChange(null)}>
            {t('Take everything instead')}
          </Button>
        </>
      )}
      {error && <p className={styles.error}>{error}</p>}
    </div>
  )
}

function partsOf(query: Record<string, unknown>, t: Translate): string[] {
  const { where, search, sort, fields } = query
  const conditions = isJsonObject(where) ? count(where as unknown as Where) : 0
  return [
    ...(conditions > 0 ? [t('{{count}} conditions', { count: conditions })] : []),
    ...(typeof search === 'string' && search !== '' ? [t('found by “{{words}}”', { words: search })] : []),
    ...(Array.isArray(sort) && sort.length > 0 ? [t('in its order')] : []),
    ...(Array.isArray(fields) ? [t('{{count}} columns', { count: fields.length })] : []),
  ]
}

/** How many fields are asked about. */
function count(where: Where): number {
  if ('and' in where) return where.and.reduce((sum, one) => sum + count(one), 0)
  if ('or' in where) return where.or.reduce((sum, one) => sum + count(one), 0)
  return 'not' in where ? count(where.not) : 1
}
