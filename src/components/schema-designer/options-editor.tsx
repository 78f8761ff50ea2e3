import { useState } from 'react'
import type { Option } from '#contracts/field.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './schema-designer.module.css'

interface OptionsEditorProps {
  options: readonly Option[]
  onChange: (options: Option[]) => void
}

interface Parts {
  value: string
  label: string
  color?: string | undefined
}

const colours = [
  ['', 'None'],
  ['neutral', 'Grey'],
  ['accent', 'Accent'],
  ['info', 'Blue'],
  ['success', 'Green'],
  ['warning', 'Amber'],
  ['danger', 'Red'],
] as const

/** The choices of a list. Several parted by a semicolon become several choices. */
export function OptionsEditor({ options, onChange }: OptionsEditorProps) {
  const t = useTranslate()
  const [text, setText] = useState('')
  const parts: Parts[] = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  const put = (next: readonly Parts[]): void =>
    onChange(
      next.map(({ value, label, color }) =>
        color ? { value, label, color } : value === label ? value : { value, label },
      ),
    )
  const add = (words: string): void => {
    const known = new Set(parts.map(({ value }) => value))
    const fresh = [...new Set(words.split(';').map((word) => word.trim()))].filter(
      (word) => word !== '' && !known.has(word),
    )
    if (fresh.length > 0) put([...parts, ...fresh.map((word) => ({ value: word, label: word }))])
    setText('')
  }
  const swap = (at: number, other: number): void => {
    const [a, b] = [parts[at], parts[other]]
    if (a && b) put(parts.with(at, b).with(other, a))
  }
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>{t('Choices')}</legend>
      {parts.map((part, at) => (
        <div key={part.value} className={styles.option}>
          <TextField
            label={t('Choice {{number}}', { number: at + 1 })}
            hideLabel
            compact
            value={part.label}
            onChange={(label) => put(parts.with(at, { ...part, label }))}
            className={styles.optionName}
          />
          <SelectField
            label={t('Colour of {{name}}', { name: part.label })}
            hideLabel
            compact
            value={part.color?.startsWith('#') ? 'own' : (part.color ?? '')}
            onChange={(color) =>
              put(
                parts.with(at, {
                  ...part,
                  color: color === '' ? undefined : color === 'own' ? '#7d7526' : color,
                }),
              )
            }
            options={[...colours, ['own', 'Own …'] as const].map(([value, label]) => ({
              value,
              label: t(label),
            }))}
            className={styles.optionColour}
          />
          {part.color?.startsWith('#') && (
            <input
              type="color"
              className={styles.swatch}
              aria-label={t('Own colour of {{name}}', { name: part.label })}
              value={part.color}
              onChange={(event) => put(parts.with(at, { ...part, color: event.target.value }))}
            />
          )}
          <IconButton
            icon="arrow-up"
            size="compact"
            label={t('Move {{name}} up', { name: part.label })}
            disabled={at === 0}
            onClick={() => swap(at, at - 1)}
          />
          <IconButton
            icon="x"
            size="compact"
            label={t('Remove {{name}}', { name: part.label })}
            onClick={() => put(parts.filter((_part, other) => other !== at))}
          />
        </div>
      ))}
      <div className={styles.option}>
        <TextField
          label={t('New choice')}
          hideLabel
          compact
          placeholder={t('New choice')}
          value={text}
          onChange={setText}
          // Whoever saves right away means what is written here.
          onBlur={() => add(text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add(text)
          }}
          className={styles.optionName}
        />
        <Button size="compact" disabled={text.trim() === ''} onClick={() => add(text)}>
          {t('Add')}
        </Button>
      </div>
    </fieldset>
  )
}
