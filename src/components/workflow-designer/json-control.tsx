import { useState } from 'react'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'

interface JsonControlProps {
  label: string
  /** What is said below it; how a value is worked out when absent. */
  help?: string
  value: unknown
  onChange: (value: unknown) => void
}

/** JSON as it is written; `{"=": "record.name"}` inside is worked out. Text that is no JSON stays, and is not taken. */
export function JsonControl({ label, help, value, onChange }: JsonControlProps) {
  const t = useTranslate()
  const [text, setText] = useState(() => JSON.stringify(value ?? {}, null, 2))
  const [wrong, setWrong] = useState(false)
  const write = (next: string): void => {
    setText(next)
    try {
      onChange(JSON.parse(next))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return (
    <TextArea
      label={label}
      help={help ?? t('JSON. A value {"=": "record.name"} is worked out.')}
      error={wrong ? t('This is no JSON yet.') : undefined}
      rows={5}
      spellCheck={false}
      value={text}
      onChange={write}
    />
  )
}
