import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './search-field.module.css'

interface SearchFieldProps {
  label: string
  placeholder?: string | undefined
  value: string
  /** Called once the typing rests, and at once for Enter and the cross. */
  onChange: (value: string) => void
  delay?: number
}

/** A search box that asks when the typing rests. */
export function SearchField({ label, placeholder, value, onChange, delay = 200 }: SearchFieldProps) {
  const t = useTranslate()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // Cleared or set from elsewhere.
    setKnown(value)
    setText(value)
  }
  const tell = useEffectEvent((words: string) => {
    if (words === value) return
    setKnown(words)
    onChange(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), delay)
    return () => clearTimeout(timer)
  }, [text, delay])
  const now = (words: string): void => {
    setText(words)
    setKnown(words)
    onChange(words)
  }
  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={placeholder ?? t('Search')}
      value={text}
      onChange={setText}
      className={styles.search}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now(text.trim())
        if (event.key !== 'Escape' || text === '') return
        event.stopPropagation()
        now('')
      }}
      after={
        text !== '' && (
          <IconButton
            icon="x"
            size="compact"
            label={t('Clear search')}
            tabIndex={-1}
            className={styles.clear}
            onClick={() => now('')}
          />
        )
      }
    />
  )
}
