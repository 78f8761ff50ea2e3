import { useState } from 'react'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'

/** Data as JSON text, for those who know it. */
export function JsonInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange } = props
  const { compact: _compact, ...frame } = frameOf(props)
  const written = value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null)
  const text = draft?.of === written ? draft.text : written
  const read = parse(text)
  return (
    <TextArea
      {...frame}
      spellCheck={false}
      value={text}
      error={read.ok ? props.error : t('This is no JSON yet: {{problem}}', { problem: read.problem })}
      onChange={(next) => {
        const parsed = parse(next)
        setDraft({
          text: next,
          of: parsed.ok ? (parsed.value === null ? '' : JSON.stringify(parsed.value, null, 2)) : written,
        })
        if (parsed.ok) onChange(parsed.value)
      }}
    />
  )
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  if (text.trim() === '') return { ok: true, value: null }
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
