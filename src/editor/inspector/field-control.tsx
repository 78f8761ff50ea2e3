import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'
import styles from './inspector.module.css'
import { useFieldOptions } from './use-field-options.ts'

interface FieldPickerProps {
  label: string
  id?: string
  model: string | null
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  required?: boolean
  placeholder?: string
}

/** A field of a model; a longer path (`supplier.city`) is typed and taken with "Create". */
export function FieldPicker({ model, placeholder, ...own }: FieldPickerProps) {
  const { options } = useFieldOptions(model)
  const t = useTranslate()
  return (
    <Combobox
      {...own}
      hideLabel
      compact
      clearable={!own.required}
      placeholder={placeholder ?? (model ? t('Choose a field') : t('Choose a model first'))}
      options={options}
      onCreate={own.onChange}
      valueLabel={own.value}
    />
  )
}

/** One field of the model beside it. */
export function FieldControl({ label, path, value, onChange, model, error, required = false }: ControlProps) {
  return (
    <FieldPicker
      label={label}
      id={`editor-${path}`}
      model={model}
      error={error}
      required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' && !required ? undefined : next)}
    />
  )
}

/** Several fields in their order. */
export function FieldsControl({ label, value, onChange, model }: ControlProps) {
  const { options } = useFieldOptions(model)
  const t = useTranslate()
  const chosen = Array.isArray(value) ? (value as unknown[]).filter((key) => typeof key === 'string') : []
  const set = (next: string[]): void => onChange(next.length === 0 ? undefined : next)
  const move = (at: number): void =>
    set(
      chosen.map((key, index) =>
        index === at - 1 ? (chosen[at] ?? key) : index === at ? (chosen[at - 1] ?? key) : key,
      ),
    )
  return (
    <fieldset className={styles.list} aria-label={label}>
      {chosen.map((key, at) => {
        const name = options.find((option) => option.value === key)?.label ?? key
        return (
          <div key={key} className={styles.itemHead}>
            <span className={styles.itemName}>{name}</span>
            <span className={styles.itemTools}>
              <IconButton
                size="compact"
                icon="arrow-up"
                label={t('Move {{name}} up', { name })}
                disabled={at === 0}
                onClick={() => move(at)}
              />
              <IconButton
                size="compact"
                icon="x"
                label={t('Take out {{name}}', { name })}
                onClick={() => set(chosen.filter((other) => other !== key))}
              />
            </span>
          </div>
        )
      })}
      <FieldPicker
        label={t('Add a field')}
        placeholder={model ? t('Add a field') : t('Choose a model first')}
        model={model}
        value=""
        onChange={(key) => key !== '' && !chosen.includes(key) && set([...chosen, key])}
      />
    </fieldset>
  )
}
