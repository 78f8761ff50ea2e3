import { useState } from 'react'
import { Link } from 'react-router-dom'
import { classes } from '#ui/classes.ts'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import styles from './api-explorer.module.css'
import { findCalls, type ApiGroup } from './read-document.ts'

interface CallListProps {
  groups: readonly ApiGroup[]
  chosen: string | null
}

/** Every call in its group, and a box to find one. */
export function CallList({ groups, chosen }: CallListProps) {
  const t = useTranslate()
  const [wanted, setWanted] = useState('')
  const found = findCalls(groups, wanted)
  return (
    <nav className={styles.list} aria-label={t('Calls of the API')}>
      <TextField
        type="search"
        label={t('Find a call')}
        hideLabel
        placeholder={t('Find a call')}
        value={wanted}
        onChange={setWanted}
      />
      {found.length === 0 && <p className={styles.quiet}>{t('No call fits.')}</p>}
      {found.map((group) => (
        <details
          key={`${group.key} ${wanted === ''}`}
          open={wanted !== '' || group.model || group.calls.some(({ id }) => id === chosen)}
        >
          <summary className={styles.group}>{group.label}</summary>
          <ul>
            {group.calls.map((call) => (
              <li key={call.id}>
                <Link
                  to={{ search: `?call=${encodeURIComponent(call.id)}` }}
                  className={classes(styles.call, call.id === chosen && styles.chosen)}
                  aria-current={call.id === chosen ? 'true' : undefined}
                >
                  <span className={styles.method} data-method={call.method}>
                    {call.method}
                  </span>
                  <span className={styles.words}>{shortSummary(call.summary, group, t)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

/** The group's name stands above already. */
const shortSummary = (summary: string, { label, model }: ApiGroup, t: Translate): string =>
  t(model && summary.endsWith(`: ${label}`) ? summary.slice(0, -label.length - 2) : summary)
