import type { ModelDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { useRecordFields } from '../record/use-record-fields.ts'
import { FieldValue } from './field-value.tsx'
import { ownFields } from './own-fields.ts'
import styles from './record-facts.module.css'
import { useTitles } from './use-titles.ts'

/** The fields of a record that was, labelled: its links are called what they are called now. */
export function RecordFacts({ model, row }: { model: ModelDescription; row: Row }) {
  const fields = ownFields(model, useRecordFields(model, row))
  const titled = useTitles(fields, [row])
  return (
    <dl className={styles.facts}>
      {fields.map((field) => (
        <div key={field.key}>
          <dt className={styles.label}>{field.label}</dt>
          <dd className={styles.value}>
            <FieldValue field={field} value={titled(field, row[field.key])} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
