import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useRegion } from '#ui/region.ts'
import { formulaAsRead, formulaAsTyped } from './formula-text.ts'
import { frameOf, type InputProps } from './input-props.ts'

const kinds = { email: 'email', phone: 'tel', url: 'url' } as const

/** One line: text, mail, telephone, web address. The formula of a quantity, where it is only a number, is typed with the reader's decimal mark. */
export function TextInput(props: InputProps) {
  const t = useTranslate()
  const { locale } = useRegion()
  const { field, value, onChange } = props
  const formula = /^qty_(expr|formula)$/.test(field.key)
  const text = typeof value === 'string' ? value : ''
  const type = kinds[field.type as keyof typeof kinds] ?? 'text'
  return (
    <TextField
      {...frameOf(props)}
      type={type}
      value={formula ? formulaAsTyped(text, locale) : text}
      onChange={(next) => onChange(next === '' ? null : formula ? formulaAsRead(next, locale) : next)}
      maxLength={field.max_length}
      autoComplete="off"
      {...(field.type === 'sequence' && { placeholder: t('Given by itself') })}
    />
  )
}
