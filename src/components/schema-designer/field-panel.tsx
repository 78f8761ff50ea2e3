import { useState } from 'react'
import type { Field } from '#contracts/field.ts'
import { fieldTypes, type FieldType } from '#contracts/field-types.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { hasDefault, withType } from './field-draft.ts'
import { offeredTypes } from './field-kinds.ts'
import { FieldDefault } from './field-default.tsx'
import { HelpInput, KeyInput } from './field-naming.tsx'
import { FieldPreview } from './field-preview.tsx'
import { FieldRules } from './field-rules.tsx'
import { FieldSpecifics } from './field-specifics.tsx'
import { PanelActions } from './panel-actions.tsx'
import styles from './schema-designer.module.css'

interface FieldPanelProps {
  draft: { field: Field; fresh: boolean }
  problem: string | undefined
  /** The other fields of the record, for conditions and for what names a currency. */
  others: readonly Field[]
  onChange: (field: Field) => void
  onRemove: () => void
  onDuplicate: () => void
}

/** Everything about one field. */
export function FieldPanel({ draft, problem, others, onChange, onRemove, onDuplicate }: FieldPanelProps) {
  const t = useTranslate()
  const { field, fresh } = draft
  const [wasType] = useState(field.type)
  const set = (change: Partial<Field>): void => onChange({ ...field, ...change })
  return (
    <div className={styles.form}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <TextField
        label={t('Name')}
        value={field.label}
        onChange={(label) => set({ label })}
        required
        maxLength={200}
        autoComplete="off"
      />
      <SelectField
        label={t('Type')}
        value={field.type}
        onChange={(type) => onChange(withType(field, type as FieldType))}
        options={offeredTypes.map((type) => ({ value: type, label: t(fieldTypes[type].label) }))}
      />
      {!fresh && field.type !== wasType && (
        <Notice tone="warning">
          {t(
            'Values that do not fit the new type stay stored as they are, and must be put right when a record is next saved.',
          )}
        </Notice>
      )}
      <FieldSpecifics field={field} others={others} set={set} />
      <FieldRules key={field.type} field={field} others={others} set={set} />
      {hasDefault(field.type) && <FieldDefault field={field} set={set} />}
      <HelpInput value={field.description} onChange={(description) => set({ description })} />
      <FieldPreview key={`try ${field.type}`} field={field} />
      <KeyInput value={field.key} fresh={fresh} onChange={(key) => set({ key })} />
      <PanelActions onDuplicate={onDuplicate} onRemove={onRemove} />
    </div>
  )
}
