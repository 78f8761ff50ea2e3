import { Combobox } from '#ui/combobox.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../load/use-models.ts'
import type { ControlProps } from './control-props.ts'

/** One of the workspace's models, or of the system's. */
export function ModelControl({ label, path, value, onChange, error, required }: ControlProps) {
  const { own, system } = useModels()
  const t = useTranslate()
  const options = [
    ...own.map((model) => ({ value: model.key, label: model.label, detail: model.key, icon: 'database' })),
    ...system.map((model) => ({
      value: model.key,
      label: t(model.label),
      detail: t('System'),
      icon: 'settings',
    })),
  ]
  return (
    <Combobox
      label={label}
      hideLabel
      compact
      id={`editor-${path}`}
      error={error}
      clearable={!required}
      placeholder={t('Choose a model')}
      value={typeof value === 'string' ? value : ''}
      options={options}
      onChange={(next) => onChange(next === '' && !required ? undefined : next)}
    />
  )
}
