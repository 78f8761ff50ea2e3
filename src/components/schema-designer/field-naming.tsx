import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'

interface HelpInputProps {
  value: string | undefined
  onChange: (description: string | undefined) => void
}

/** What stands under a field in forms. */
export function HelpInput({ value, onChange }: HelpInputProps) {
  const t = useTranslate()
  return (
    <TextArea
      label={t('Help')}
      help={t('Shown under the field in forms.')}
      rows={2}
      value={value ?? ''}
      onChange={(description) => onChange(description === '' ? undefined : description)}
      maxLength={2000}
    />
  )
}

interface KeyInputProps {
  value: string
  fresh: boolean
  onChange: (key: string) => void
}

/** The key of a field: chosen while it is new, and kept from its first release on. */
export function KeyInput({ value, fresh, onChange }: KeyInputProps) {
  const t = useTranslate()
  return (
    <TextField
      label={t('Key')}
      help={
        fresh
          ? t('What imports, formulas and other systems call it. It stays once the field is released.')
          : t('What imports, formulas and other systems call it.')
      }
      value={value}
      readOnly={!fresh}
      onChange={onChange}
      spellCheck={false}
      autoComplete="off"
    />
  )
}
