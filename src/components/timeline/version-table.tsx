import { useState } from 'react'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Row } from '#contracts/query.ts'
import { Icon } from '#ui/icon.tsx'
import { Switch } from '#ui/switch.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FieldValue } from '../field/field-value.tsx'
import { useTitles } from '../field/use-titles.ts'
import { changedKeys } from './compare-versions.ts'
import styles from './versions.module.css'

/** A version and what it is called. */
interface Version {
  name: string
  row: Row
}

interface VersionTableProps {
  fields: readonly FieldDescription[]
  left: Version
  right: Version | null
}

/** All fields of a version, or two side by side with what differs marked. */
export function VersionTable({ fields, left, right }: VersionTableProps) {
  const t = useTranslate()
  const [onlyChanged, setOnlyChanged] = useState(true)
  const titled = useTitles(fields, right ? [left.row, right.row] : [left.row])
  const changed = right ? changedKeys(fields, left.row, right.row) : null
  const shown = changed && onlyChanged ? fields.filter(({ key }) => changed.has(key)) : fields
  return (
    <>
      {changed && (
        <div className={styles.tools}>
          <output>
            {changed.size === 0
              ? t('These versions are the same.')
              : t('{{count}} fields differ', { count: changed.size })}
          </output>
          <Switch label={t('Only what differs')} checked={onlyChanged} onChange={setOnlyChanged} />
        </div>
      )}
      {shown.length > 0 && (
        <table className={styles.table} data-two={right !== null || undefined}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{left.name}</th>
              {right && <th scope="col">{right.name}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((field) => {
              const differs = changed?.has(field.key) ?? false
              return (
                <tr key={field.key} className={differs ? styles.changed : undefined}>
                  <th scope="row">
                    <span className={styles.name}>
                      {field.label}
                      {differs && <Icon name="compare" label={t('differs')} />}
                    </span>
                  </th>
                  <td>
                    <FieldValue field={field} value={titled(field, left.row[field.key])} />
                  </td>
                  {right && (
                    <td>
                      <FieldValue field={field} value={titled(field, right.row[field.key])} />
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </>
  )
}
