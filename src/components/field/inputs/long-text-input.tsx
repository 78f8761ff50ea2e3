import { TextArea } from '#ui/text-area.tsx'
import { frameOf, type InputProps } from './input-props.ts'

/** Several lines. */
export function LongTextInput(props: InputProps) {
  const { field, value, onChange } = props
  const { compact: _small, ...frame } = frameOf(props)
  return (
    <TextArea
      {...frame}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={field.max_length}
    />
  )
}
