import type { ImportState } from '#contracts/api/imports.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** Rows that somebody else's change stands against: what the file says, what the record holds, and a decision. */
export function ImportConflicts({ state, onDecided }: { state: ImportState; onDecided: () => void }) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const params = { id: state.id }
  const answer = useAnswer(
    ['import-conflicts', state.id, state.conflicts],
    () => api.call('GET /api/imports/{id}/conflicts', { params }),
    { freshFor: 0 },
  )
  const { busy, act } = useAct(() => {
    answer.refetch()
    onDecided()
  })
  const decide = (take: 'file' | 'record', rows?: number[]): void =>
    void act(() =>
      api.call('POST /api/imports/{id}/conflicts', { params, body: { take, ...(rows && { rows }) } }),
    )
  const rows = answer.data?.rows ?? []
  if (state.conflicts === 0 || rows.length === 0) return null
  return (
    <Notice
      tone="warning"
      title={t('Somebody else changed these meanwhile: {{number}}', {
        number: formatNumber(state.conflicts, region),
      })}
    >
      <div className={styles.rejected}>
        <section className={styles.scroll} aria-label={t('Rows in conflict')} tabIndex={0}>
          <table className={styles.rows}>
            <thead>
              <tr>
                <th scope="col">{t('Row')}</th>
                <th scope="col">{t('Record')}</th>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('In the file')}</th>
                <th scope="col">{t('Now')}</th>
                <th scope="col">{t('Decision')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.flatMap(({ row, title, fields }) =>
                Object.entries(fields).map(([key, { mine, theirs }], at) => (
                  <tr key={`${row} ${key}`}>
                    <td>{at === 0 ? formatNumber(row, region) : ''}</td>
                    <td>{at === 0 ? title : ''}</td>
                    <td>{key}</td>
                    <td>{textOf(mine)}</td>
                    <td>{textOf(theirs)}</td>
                    <td>
                      {at === 0 && (
                        <span className={styles.more}>
                          <Button size="compact" loading={busy} onClick={() => decide('file', [row])}>
                            {t('Take the file')}
                          </Button>
                          <Button size="compact" loading={busy} onClick={() => decide('record', [row])}>
                            {t('Keep it')}
                          </Button>
                        </span>
                      )}
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </section>
        <div className={styles.more}>
          <Button loading={busy} onClick={() => decide('file')}>
            {t('Take the file for all')}
          </Button>
          <Button loading={busy} onClick={() => decide('record')}>
            {t('Keep all')}
          </Button>
        </div>
      </div>
    </Notice>
  )
}
