import type { Json } from '#base/json.ts'
import type { Where } from '#contracts/query.ts'
import type { People } from '#contracts/workflow.ts'
import type { WorkflowInput } from '#contracts/workflow-trigger.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { roleTitle } from '../design/role-title.ts'
import { ConditionControl } from './condition-control.tsx'
import { useDesignerScope } from './designer-scope.ts'
import { DurationControl } from './duration-control.tsx'
import { ExpressionControl, TextControl } from './expression-control.tsx'
import { JsonControl } from './json-control.tsx'
import type { PartProp } from './part-schema.ts'
import { PeopleControl } from './people-control.tsx'
import { QuestionsControl } from './questions-control.tsx'
import { ValuesControl } from './values-control.tsx'
import styles from './workflow-designer.module.css'

interface PartControlProps {
  prop: PartProp
  /** The model the part is about, for controls that choose fields of it. */
  model: string
  /** It is part of a step: its conditions may compare with what is worked out. */
  inStep?: boolean
  value: unknown
  onChange: (value: unknown) => void
}

/** What a choice of a fixed list is called. */
const choiceWords: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Brought back',
  app: 'In the product',
  mail: 'By mail',
  text: 'By text message',
}

/** Asks for one thing a part takes, by what its schema says. */
export function PartControl({ prop, model, inStep = false, value, onChange }: PartControlProps) {
  const t = useTranslate()
  const { models, roles, parts } = useDesignerScope()
  const label = t(prop.title)
  const help = prop.help === null ? undefined : t(prop.help)
  const framed = { label, help }
  switch (prop.control) {
    case 'model':
      return (
        <Combobox
          {...framed}
          clearable={prop.nullable}
          value={typeof value === 'string' ? value : ''}
          options={models.map((one) => ({ value: one.key, label: one.label }))}
          onChange={(key) => onChange(key === '' && prop.nullable ? null : key)}
        />
      )
    case 'field':
      return <DateFieldControl {...framed} model={model} value={value} onChange={onChange} />
    case 'fields':
      return <FieldsControl {...framed} model={model} value={value} onChange={onChange} />
    case 'roles':
      return (
        <Several
          {...framed}
          value={value}
          options={roles.map((role) => ({
            value: role.key,
            label: roleTitle(role, t),
          }))}
          onChange={onChange}
        />
      )
    case 'choices':
      return (
        <Several
          {...framed}
          value={value}
          options={prop.choices.map((one) => ({ value: one, label: t(choiceWords[one] ?? one) }))}
          onChange={onChange}
        />
      )
    case 'where':
      return (
        <ConditionControl
          label={label}
          model={model}
          value={(value ?? null) as Where | null}
          worked={inStep}
          onChange={onChange}
        />
      )
    case 'values':
      return (
        <ValuesControl
          label={label}
          model={model}
          value={(value ?? {}) as Record<string, Json>}
          onChange={onChange}
        />
      )
    case 'people':
      return <PeopleControl label={label} value={(value ?? []) as People} onChange={onChange} />
    case 'inputs':
      return <QuestionsControl label={label} value={(value ?? []) as WorkflowInput[]} onChange={onChange} />
    case 'expression':
      return <ExpressionControl {...framed} value={value} nullable={prop.nullable} onChange={onChange} />
    case 'text':
      return <TextControl {...framed} value={value} onChange={onChange} />
    case 'long-text':
      return <TextControl {...framed} long value={value} onChange={onChange} />
    case 'json':
      return <JsonControl label={label} value={value} onChange={onChange} />
    case 'duration':
      return (
        <DurationControl label={label} value={typeof value === 'number' ? value : null} onChange={onChange} />
      )
    case 'command':
      return (
        <SelectField
          {...framed}
          value={typeof value === 'string' ? value : ''}
          placeholder={t('Choose …')}
          options={parts.commands.map(({ name, title }) => ({ value: name, label: t(title) }))}
          onChange={onChange}
        />
      )
    case 'number':
      return (
        <NumberField
          {...framed}
          value={typeof value === 'number' ? String(value) : ''}
          onChange={(text) => text !== '' && onChange(Number(text))}
        />
      )
    default:
      return <TextField {...framed} value={typeof value === 'string' ? value : ''} onChange={onChange} />
  }
}

interface ChosenProps {
  label: string
  help: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

function Several({
  label,
  help,
  value,
  options,
  onChange,
}: ChosenProps & { options: readonly { value: string; label: string }[] }) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.checks}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(on) =>
              onChange(on ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))
            }
          />
        ))}
      </div>
      {help && <p className={styles.hint}>{help}</p>}
    </fieldset>
  )
}

function FieldsControl({ model, ...props }: ChosenProps & { model: string }) {
  const { data } = useModel(model === '' ? null : model)
  const fields = (data?.fields ?? []).filter(({ read_only }) => !read_only)
  if (fields.length === 0) return null
  return <Several {...props} options={fields.map(({ key, label }) => ({ value: key, label }))} />
}

function DateFieldControl({ model, value, onChange, ...framed }: ChosenProps & { model: string }) {
  const t = useTranslate()
  const { data } = useModel(model === '' ? null : model)
  const dates = (data?.fields ?? []).filter(({ type }) => type === 'date' || type === 'datetime')
  return (
    <SelectField
      {...framed}
      value={typeof value === 'string' ? value : ''}
      placeholder={t('Choose …')}
      options={dates.map(({ key, label }) => ({ value: key, label }))}
      onChange={onChange}
    />
  )
}
