import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'

const kinds = { email: 'email', phone: 'tel', url: 'url' } as const

/** One line: text, mail, telephone, web address. */
export function TextInput(props: InputProps) {
  const t = useTranslate()
  const { field, value, onChange } = props
  const type = kinds[field.type as keyof typeof kinds] ?? 'text'
  return (
    <TextField
      {...frameOf(props)}
      type={type}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={field.max_length}
      autoComplete="off"
      {...(field.type === 'sequence' && { placeholder: t('Given by itself') })}
    />
  )
}
