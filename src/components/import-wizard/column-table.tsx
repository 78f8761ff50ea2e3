import type { ImportColumn, StagedImport } from '#contracts/api/imports.ts'
import { fieldTypes, type FieldType } from '#contracts/field-types.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'
import { mayBecome, type ColumnPlan, type ImportPlan } from './import-plan.ts'
import { isFillable } from './match-columns.ts'

interface ColumnTableProps {
  staged: StagedImport
  plan: ImportPlan
  /** Fields of the model it goes to; null for a new one. */
  fields: readonly FieldDescription[] | null
  onChange: (columns: ColumnPlan[]) => void
}

// What a column can become, with all that the server finds in one; links, people and files are no text.
const offered: readonly FieldType[] = [
  'text',
  'long_text',
  'number',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
  'datetime',
  'select',
  'multi_select',
  'status',
  'email',
  'phone',
  'url',
  'json',
]

/** The columns of the file, one a line: taken or not, what it is called, what it holds. */
export function ColumnTable({ staged, plan, fields, onChange }: ColumnTableProps) {
  const t = useTranslate()
  const known = new Map(staged.columns.map((column) => [column.key, column]))
  const put = (at: number, change: Partial<ColumnPlan>): void =>
    onChange(plan.columns.map((column, other) => (other === at ? { ...column, ...change } : column)))
  return (
    <section className={styles.scroll} aria-label={t('Columns of the file')} tabIndex={0}>
      <table className={styles.columns}>
        <thead>
          <tr>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('In the file')}</th>
            {plan.model === null ? (
              <>
                <th scope="col">{t('Is called')}</th>
                <th scope="col">{t('Holds')}</th>
                <th scope="col">{t('Rules')}</th>
              </>
            ) : (
              <th scope="col">{t('Fills')}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {plan.columns.map((column, at) => (
            <tr key={column.source} className={column.skip ? styles.skipped : undefined}>
              <td>
                <Checkbox
                  label={known.get(column.source)?.label ?? column.source}
                  checked={!column.skip}
                  onChange={(on) => put(at, { skip: !on })}
                />
              </td>
              <td>
                <Samples column={known.get(column.source)} rows={staged.rows} />
              </td>
              {plan.model === null ? (
                <>
                  <td>
                    <TextField
                      label={t('Name of column {{name}}', { name: column.source })}
                      hideLabel
                      compact
                      value={column.label}
                      disabled={column.skip}
                      onChange={(label) => put(at, { label })}
                    />
                  </td>
                  <td>
                    <SelectField
                      label={t('Type of column {{name}}', { name: column.label })}
                      hideLabel
                      compact
                      value={column.type}
                      disabled={column.skip}
                      onChange={(type) => put(at, { type: type as FieldType })}
                      options={offered
                        .filter((type) => mayBecome(type, known.get(column.source)))
                        .map((type) => ({ value: type, label: t(fieldTypes[type].label) }))}
                    />
                  </td>
                  <td className={styles.rules}>
                    <Checkbox
                      label={t('Required')}
                      checked={column.required}
                      disabled={column.skip || !known.get(column.source)?.required}
                      onChange={(required) => put(at, { required })}
                    />
                    <Checkbox
                      label={t('Unique')}
                      checked={column.unique}
                      disabled={column.skip || !known.get(column.source)?.unique}
                      onChange={(unique) => put(at, { unique })}
                    />
                  </td>
                </>
              ) : (
                <td>
                  <SelectField
                    label={t('Field for column {{name}}', { name: column.label })}
                    hideLabel
                    compact
                    value={column.to ?? ''}
                    placeholder={t('Leave out')}
                    onChange={(to) => put(at, { to: to === '' ? null : to, skip: to === '', make: null })}
                    options={(fields ?? [])
                      .filter(isFillable)
                      .map(({ key, label }) => ({ value: key, label }))}
                  />
                  <MakeMissing
                    field={fields?.find(({ key }) => key === column.to)}
                    column={column}
                    onChange={(make) => put(at, { make })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** For a link: whether a record that the file names and nobody has is made, or the row refused. */
function MakeMissing({
  field,
  column,
  onChange,
}: {
  field: FieldDescription | undefined
  column: ColumnPlan
  onChange: (make: string | null) => void
}) {
  const t = useTranslate()
  const title = field?.type === 'relation' ? field.target_title : null
  if (!title || column.skip) return null
  return (
    <Checkbox
      label={t('Make records that are missing')}
      checked={column.make === title}
      onChange={(on) => onChange(on ? title : null)}
    />
  )
}

function Samples({ column, rows }: { column: ImportColumn | undefined; rows: number }) {
  const t = useTranslate()
  const region = useRegion()
  if (!column) return null
  const unsure = column.confidence < 0.98 && column.type !== 'text' && column.type !== 'long_text'
  return (
    <span className={styles.samples}>
      <span className={styles.sample}>{column.samples.slice(0, 3).join(' · ') || t('Nothing')}</span>
      {column.code && <Badge tone="accent">{t('Code')}</Badge>}
      {column.empty > 0 && column.empty < rows && (
        <span className={styles.faint}>
          {t('{{number}} empty', { number: formatNumber(column.empty, region) })}
        </span>
      )}
      {unsure && (
        <Badge tone="warning">
          {t('{{number}} fit', { number: formatNumber(column.confidence, region, { style: 'percent' }) })}
        </Badge>
      )}
    </span>
  )
}
