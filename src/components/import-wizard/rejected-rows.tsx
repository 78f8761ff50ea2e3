import type { ImportState } from '#contracts/api/imports.ts'
import { said } from '#engine/data/api-error.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { download } from '../files/download.ts'
import { saveMistakes } from '../files/save-mistakes.ts'
import styles from './import-wizard.module.css'

const shown = 50

/** The rows that were refused, each with its line in the file, what it says there and the reason. */
export function RejectedRows({ state }: { state: ImportState }) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const more = state.rejected_count - Math.min(shown, state.rejected.length)
  const save = (): void => void saveMistakes(api, state).catch(reportFailure)
  const saveRows = (): void =>
    void download(
      api,
      'GET /api/imports/{id}/errors',
      { params: { id: state.id }, search: { format: 'rows' } },
      `${t('{{name}} – rows to mend', { name: state.name.replace(/\.[^.]+$/, '') })}.csv`,
    ).catch(reportFailure)
  return (
    <div className={styles.rejected}>
      <section className={styles.scroll} aria-label={t('Rows left out')} tabIndex={0}>
        <table className={styles.rows}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                {t('Row')}
              </th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('In the file')}</th>
              <th scope="col">{t('Reason')}</th>
            </tr>
          </thead>
          <tbody>
            {state.rejected.slice(0, shown).map(({ row, path, column = path, value, ...why }, at) => (
              <tr key={at}>
                <td className={styles.number} data-label={t('Row')}>
                  {formatNumber(row, region)}
                </td>
                <td>{column}</td>
                <td>{value}</td>
                <td>{said(why)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.more}>
        {more > 0 && (
          <span className={styles.faint}>
            {t('and {{number}} more', { number: formatNumber(more, region) })}
          </span>
        )}
        <Button size="compact" icon="download" onClick={save}>
          {t('Save the list')}
        </Button>
        <Button size="compact" icon="download" onClick={saveRows}>
          {t('Save the rows to mend')}
        </Button>
      </div>
    </div>
  )
}
