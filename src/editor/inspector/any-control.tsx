import { isJsonObject } from '#base/json.ts'
import { TextField } from '#ui/text-field.tsx'
import type { ControlProps } from './control-props.ts'
import { JsonControl } from './json-control.tsx'

/** A value of any kind: written as text, `true`, `false` and plain numbers are what they look like; lists and objects as JSON. */
export function AnyControl(props: ControlProps) {
  const { label, path, value, onChange, error, required } = props
  if (Array.isArray(value) || isJsonObject(value)) return <JsonControl {...props} />
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <TextField
      label={label}
      hideLabel
      compact
      id={`editor-${path}`}
      error={error}
      value={text}
      onChange={(next) => onChange(next === '' && !required ? undefined : valueOf(next))}
    />
  )
}

/** What a person means by a word: `true`, `12` and `null` are values, everything else is text. */
export function valueOf(text: string): string | number | boolean | null {
  if (text === 'true') return true
  if (text === 'false') return false
  if (text === 'null') return null
  // Only what reads back the same is a number: 007 and 1e5 stay text.
  const number = Number(text)
  return text.trim() !== '' && String(number) === text ? number : text
}
