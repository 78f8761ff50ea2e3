import type { Field } from '#contracts/field.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { canBeUnique, isAssigned } from './field-draft.ts'
import styles from './schema-designer.module.css'

interface FieldRulesProps {
  field: Field
  /** The other fields of the record, for conditions. */
  others: readonly Field[]
  set: (change: Partial<Field>) => void
}

type Part = 'visible_if' | 'required_if' | 'read_only_if'

/** When a field is shown, asked for and open, and whether its values are unique. */
export function FieldRules({ field, others, set }: FieldRulesProps) {
  const t = useTranslate()
  // An empty condition is one that is being written: the field is not complete until there is one.
  const isOn = (part: Part): boolean => field[part] !== undefined
  const choose = (part: Part, on: boolean, rest: Partial<Field> = {}): void =>
    set({ ...rest, [part]: on ? (field[part] ?? '') : undefined })
  const editor = (part: Part, label: string) =>
    isOn(part) && (
      <ConditionEditor
        label={label}
        text={field[part] ?? ''}
        fields={others}
        required
        onChange={(text) => set({ [part]: text })}
      />
    )
  const assigned = isAssigned(field.type)
  return (
    <fieldset className={styles.rules}>
      <legend className={styles.legend}>{t('Rules')}</legend>
      {!assigned && (
        <>
          <SelectField
            label={t('Required')}
            value={field.required ? 'always' : isOn('required_if') ? 'when' : 'never'}
            onChange={(next) =>
              choose('required_if', next === 'when', { required: next === 'always' ? true : undefined })
            }
            options={[
              { value: 'never', label: t('Never') },
              { value: 'always', label: t('Always') },
              { value: 'when', label: t('When …') },
            ]}
          />
          {editor('required_if', t('Required when'))}
        </>
      )}
      <SelectField
        label={t('Shown')}
        value={isOn('visible_if') ? 'when' : 'always'}
        onChange={(next) => choose('visible_if', next === 'when')}
        options={[
          { value: 'always', label: t('Always') },
          { value: 'when', label: t('When …') },
        ]}
        {...(isOn('visible_if') && {
          help: t(
            'While it is hidden it keeps its value, is not asked for and cannot be written. Lists and the history show it to whoever may read the field: to withhold it, limit who reads it under Access.',
          ),
        })}
      />
      {editor('visible_if', t('Shown when'))}
      {!assigned && (
        <>
          <SelectField
            label={t('Can be changed')}
            value={isOn('read_only_if') ? 'unless' : 'always'}
            onChange={(next) => choose('read_only_if', next === 'unless')}
            options={[
              { value: 'always', label: t('Always') },
              { value: 'unless', label: t('Not while …') },
            ]}
            {...(isOn('read_only_if') && {
              help: t('Counts for the record as it is stored; a new record can be filled in.'),
            })}
          />
          {editor('read_only_if', t('Not to be changed while'))}
        </>
      )}
      {canBeUnique(field) && (
        <Checkbox
          label={t('Unique')}
          help={t('No two records have the same value.')}
          checked={field.unique === true}
          onChange={(unique) => set({ unique })}
        />
      )}
    </fieldset>
  )
}
