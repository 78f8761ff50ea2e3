import { useState } from 'react'
import type { Json } from '#base/json.ts'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'

/** A value as JSON text; what cannot be read yet stays here and changes nothing. */
export function JsonControl({ label, path, value, onChange, error }: ControlProps) {
  const t = useTranslate()
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2)
  // What is being written, and the value it stands for: a value that came from elsewhere makes it void.
  const [written, setWritten] = useState<{ text: string; of: string } | null>(null)
  const draft = written?.of === shown ? written.text : null
  const unreadable = draft !== null && read(draft) === unreadableJson
  const write = (text: string): void => {
    const next = read(text)
    if (next === unreadableJson) return setWritten({ text, of: shown })
    setWritten({ text, of: next === undefined ? '' : JSON.stringify(next, null, 2) })
    onChange(next)
  }
  return (
    <TextArea
      label={label}
      hideLabel
      id={`editor-${path}`}
      rows={3}
      spellCheck={false}
      value={draft ?? shown}
      error={unreadable ? t('This is no JSON yet.') : error}
      onChange={write}
    />
  )
}

const unreadableJson = Symbol('unreadable')

function read(text: string): Json | undefined | typeof unreadableJson {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    // Half-written; the field says so.
    return unreadableJson
  }
}
