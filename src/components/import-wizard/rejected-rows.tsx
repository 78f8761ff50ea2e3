import type { ImportState } from '#contracts/api/imports.ts'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

/** Every refused row by its line in the file, with the reason. */
export function RejectedRows({ state }: { state: ImportState }) {
  const t = useTranslate()
  const region = useRegion()
  if (state.rejected_count === 0) return null
  return (
    <section className={styles.scroll} aria-label={t('Rows left out')} tabIndex={0}>
      <table className={styles.preview}>
        <caption className={styles.caption}>
          {t('{{count}} rows were refused', { count: state.rejected_count })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Line')}</th>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('Reason')}</th>
          </tr>
        </thead>
        <tbody>
          {state.rejected.map(({ row, path, message }) => (
            <tr key={`${row} ${path} ${message}`}>
              <td>{formatNumber(row, region)}</td>
              <td>{path}</td>
              <td>{t(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
