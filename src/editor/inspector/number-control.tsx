import { NumberField } from '#ui/number-field.tsx'
import type { ControlProps } from './control-props.ts'

/** A number of a layout: a JSON number, not a decimal text. */
export function NumberControl({ label, path, value, onChange, fallback, error }: ControlProps) {
  return (
    <NumberField
      label={label}
      hideLabel
      compact
      id={`editor-${path}`}
      error={error}
      value={typeof value === 'number' ? String(value) : ''}
      {...(typeof fallback === 'number' && { placeholder: String(fallback) })}
      onChange={(text) => onChange(text === '' ? undefined : Number(text))}
    />
  )
}
