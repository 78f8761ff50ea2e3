import type { StagedImport } from '#contracts/api/imports.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { classes } from '#ui/classes.ts'
import { useTranslate } from '#ui/translate.ts'
import { isNumeric } from '../field/field-traits.ts'
import styles from './import-wizard.module.css'
import type { ImportPlan } from './import-plan.ts'

interface ImportPreviewProps {
  staged: StagedImport
  plan: ImportPlan
  fields: readonly FieldDescription[] | null
}

/** The first rows under the names they will have. */
export function ImportPreview({ staged, plan, fields }: ImportPreviewProps) {
  const t = useTranslate()
  const used = plan.columns.filter(({ skip }) => !skip)
  if (used.length === 0) return null
  const labelOf = (to: string | null): string => fields?.find(({ key }) => key === to)?.label ?? ''
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.faint}>{t('First rows of the file')}</figcaption>
      <section className={styles.scroll} aria-label={t('First rows of the file')} tabIndex={0}>
        <table className={styles.rows}>
          <thead>
            <tr>
              {used.map((column) => (
                <th
                  key={column.source}
                  scope="col"
                  className={classes(isNumeric(column.type) && styles.number)}
                >
                  {plan.model === null ? column.label : labelOf(column.to) || column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {staged.preview.slice(0, 6).map((row, at) => (
              <tr key={at}>
                {used.map((column) => (
                  <td key={column.source} className={classes(isNumeric(column.type) && styles.number)}>
                    {row[column.source]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  )
}
