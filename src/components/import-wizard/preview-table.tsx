import type { StagedImport } from '#contracts/api/imports.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

/** The first rows of the file, as it has them. */
export function PreviewTable({ staged }: { staged: StagedImport }) {
  const t = useTranslate()
  return (
    <section className={styles.scroll} aria-label={t('First rows of the file')} tabIndex={0}>
      <table className={styles.preview}>
        <thead>
          <tr>
            {staged.columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {staged.preview.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key -- the line is what a row of a file is
            <tr key={line}>
              {staged.columns.map((column) => (
                <td key={column.key}>{row[column.key] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
