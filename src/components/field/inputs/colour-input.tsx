import { useState } from 'react'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './inputs.module.css'

/** A colour, chosen from the platform's own picker or written as `#1f57a8`. */
export function ColourInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange } = props
  const stored = typeof value === 'string' ? value : ''
  const [written, setWritten] = useState<{ text: string; of: string } | null>(null)
  const text = written?.of === stored ? written.text : stored
  const wrong = text !== '' && !isColour(text)
  const write = (next: string): void => {
    const read = next === '' ? '' : isColour(next) ? `#${next.replace('#', '').toLowerCase()}` : stored
    setWritten({ text: next, of: read })
    if (read !== stored) onChange(read === '' ? null : read)
  }
  return (
    <TextField
      {...frameOf(props)}
      error={wrong ? t('Enter a colour, like #1f57a8.') : props.error}
      value={text}
      onChange={write}
      placeholder="#1f57a8"
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      after={
        <input
          type="color"
          className={styles.picker}
          aria-label={t('Choose {{name}}', { name: props.label })}
          tabIndex={-1}
          disabled={props.disabled === true || props.readOnly === true}
          value={isColour(stored) ? stored : '#808080'}
          onChange={(event) => {
            setWritten(null)
            onChange(event.target.value)
          }}
        />
      }
    />
  )
}

const isColour = (text: string): boolean => /^#?[0-9a-f]{6}$/i.test(text)
