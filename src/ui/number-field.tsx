import { useState, type KeyboardEvent, type Ref } from 'react'
import { decimal, decimalText } from '#base/decimal.ts'
import { classes } from './classes.ts'
import control from './control.module.css'
import { Field, splitField, type FieldProps } from './field.tsx'
import { formatDecimal, type DecimalOptions } from './format.ts'
import { editableDecimal } from './decimal-marks.ts'
import { parseDecimal } from './parse-decimal.ts'
import { useRegion } from './region.ts'
import { useTranslate } from './translate.ts'

interface NumberFieldProps extends FieldProps, DecimalOptions {
  /** A plain decimal text like `1234.5`, or `''` for none. It never passes through a float. */
  value: string
  onChange: (value: string) => void
  /** Shown muted at the right, in a fixed place: `m²`, `€`, `h`. */
  unit?: string | undefined
  /** Arrow up and down add and take this much, a decimal text; none → the arrows do nothing. */
  step?: string
  /** What was typed before it was drawn: it begins with that, as it was typed, and `value` is what it was read as. */
  typed?: string | undefined
  placeholder?: string
  compact?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * A decimal. Grouped while it is read, plain while it is written, in the reader's own marks. Text that is no number
 * stays as it was written, with the error beside it, and `onChange` is not called.
 */
export function NumberField(props: NumberFieldProps) {
  const [frame, own] = splitField(props)
  const { value, onChange, unit, step, typed, minDigits, maxDigits, compact, ref, ...passedOn } = own
  const { locale } = useRegion()
  const t = useTranslate()
  // What is being written, and the value it stands for: a value that came from elsewhere makes it void.
  const [written, setWritten] = useState<{ text: string; of: string } | null>(() =>
    typed === undefined ? null : { text: typed, of: value },
  )
  const draft = written?.of === value ? written.text : null
  const wrong = draft !== null && draft.trim() !== '' && parseDecimal(draft, locale) === null

  const write = (text: string): void => {
    const parsed = text.trim() === '' ? '' : parseDecimal(text, locale)
    setWritten({ text, of: parsed ?? value })
    if (parsed !== null && parsed !== value) onChange(parsed)
  }
  const move = (event: KeyboardEvent): void => {
    if (!step || frame.readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const by = decimal(event.key === 'ArrowUp' ? step : `-${step}`)
    const next = decimalText(decimal(value === '' ? '0' : value).plus(by))
    setWritten({ text: editableDecimal(next, locale), of: next })
    onChange(next)
  }
  const read = value === '' ? '' : formatDecimal(value, { locale }, { minDigits, maxDigits })

  return (
    <Field
      {...frame}
      error={wrong ? t('Enter a number, like {{example}}.', { example: example(locale) }) : frame.error}
    >
      {(carried) => (
        <div className={classes(control.box, compact && control.compact)}>
          <input
            {...passedOn}
            {...carried}
            ref={ref}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            // Nothing in it is a word: the browser need not look at each key.
            spellCheck={false}
            value={draft ?? read}
            className={classes(control.input, control.number)}
            onFocus={() => draft ?? setWritten({ text: editableDecimal(value, locale), of: value })}
            onBlur={() => wrong || setWritten(null)}
            onChange={(event) => write(event.target.value)}
            onKeyDown={move}
          />
          {unit && <span className={control.affix}>{unit}</span>}
        </div>
      )}
    </Field>
  )
}

const example = (locale: string): string => formatDecimal('1234.5', { locale }, { minDigits: 2 })
