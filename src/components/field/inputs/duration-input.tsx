import { useState } from 'react'
import { durationText } from '#contracts/duration.ts'
import { parseDuration } from '#contracts/parse-duration.ts'
import { editableDecimal } from '#ui/decimal-marks.ts'
import { useRegion } from '#ui/region.ts'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'

/** A duration as people write it: `2:30`, `2 h 30 min`, `2.5` hours. It travels as whole seconds. */
export function DurationInput(props: InputProps) {
  const t = useTranslate()
  const { locale } = useRegion()
  const { value, onChange } = props
  const shown = typeof value === 'number' ? durationText(value) : ''
  // What is being written, and the value it stands for: a value that came from elsewhere makes it void.
  const [written, setWritten] = useState<{ text: string; of: unknown } | null>(null)
  const draft = written && written.of === (value ?? null) ? written.text : null
  const mark = editableDecimal('0.5', locale).includes(',') ? ',' : '.'
  const wrong = draft !== null && draft.trim() !== '' && parseDuration(draft, mark) === null
  const write = (text: string): void => {
    const read = text.trim() === '' ? null : parseDuration(text, mark)
    const keeps = text.trim() !== '' && read === null
    setWritten({ text, of: keeps ? (value ?? null) : read })
    if (!keeps && read !== (value ?? null)) onChange(read)
  }
  return (
    <TextField
      {...frameOf(props)}
      error={wrong ? t('Enter a duration, like 2:30 or 2 h 30 min.') : props.error}
      placeholder="0:00"
      value={draft ?? shown}
      onChange={write}
      onBlur={() => !wrong && setWritten(null)}
      autoComplete="off"
    />
  )
}
