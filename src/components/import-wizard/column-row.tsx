import type { ImportColumn } from '#contracts/api/imports.ts'
import { fieldTypes, type FieldType } from '#contracts/field-types.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ColumnChoice } from './import-draft.ts'
import styles from './import-wizard.module.css'

// What a cell of text can become; links, people and files are set later, record by record.
const offered: readonly FieldType[] = [
  'text',
  'long_text',
  'number',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'datetime',
  'boolean',
  'select',
  'multi_select',
  'email',
  'phone',
  'url',
  'markdown',
]

interface ColumnRowProps {
  column: ImportColumn
  rows: number
  model: ModelDescription | null
  choice: ColumnChoice
  onChange(choice: ColumnChoice): void
}

/** One column of the file and what becomes of it. */
export function ColumnRow({ column, rows, model, choice, onChange }: ColumnRowProps) {
  const t = useTranslate()
  const asField = { use: 'field', label: column.label, type: column.type } as const
  const firstField = model?.fields.find((field) => !field.read_only)?.key
  const start: ColumnChoice = model && firstField ? { use: 'existing', field: firstField } : asField
  return (
    <tr>
      <td>
        <Checkbox
          hideLabel
          label={t('Import {{column}}', { column: column.label })}
          checked={choice.use !== 'skip'}
          onChange={(wanted) => onChange(wanted ? start : { use: 'skip' })}
        />
      </td>
      <th scope="row" className={styles.columnName}>
        {column.label}
        {column.unique && (
          <Badge tone="info" icon="key">
            {t('unique')}
          </Badge>
        )}
        {column.empty > 0 && (
          <span className={styles.quiet}>
            {t('{{share}} % empty', { share: Math.ceil((column.empty / Math.max(1, rows)) * 100) })}
          </span>
        )}
      </th>
      <td className={styles.samples}>{column.samples.slice(0, 3).join(' · ')}</td>
      <td>
        {choice.use === 'field' && (
          <TextField
            hideLabel
            compact
            label={t('Field name for {{column}}', { column: column.label })}
            value={choice.label}
            onChange={(label) => onChange({ ...choice, label })}
          />
        )}
        {choice.use === 'existing' && model && (
          <SelectField
            hideLabel
            compact
            label={t('Field for {{column}}', { column: column.label })}
            value={choice.field}
            onChange={(field) => onChange({ use: 'existing', field })}
            options={model.fields
              .filter((field) => !field.read_only)
              .map((field) => ({ value: field.key, label: field.label }))}
          />
        )}
      </td>
      <td>
        {choice.use === 'field' && (
          <SelectField
            hideLabel
            compact
            label={t('Type of {{column}}', { column: column.label })}
            value={choice.type}
            onChange={(type) => onChange({ ...choice, type: offered.find((one) => one === type) ?? 'text' })}
            options={offered.map((type) => ({ value: type, label: t(fieldTypes[type].label) }))}
          />
        )}
        {choice.use === 'existing' &&
          t(fieldTypes[model?.fields.find((field) => field.key === choice.field)?.type ?? 'text'].label)}
      </td>
    </tr>
  )
}
