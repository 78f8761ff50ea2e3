import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Calendar } from './calendar.tsx'
import { classes } from './classes.ts'
import control from './control.module.css'
import styles from './date-field.module.css'
import { editableDay, parseDay, today, type Day } from './day.ts'
import { Field, splitField, type FieldProps } from './field.tsx'
import { formatDate } from './format.ts'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'
import { useRegion } from './region.ts'
import { useTranslate } from './translate.ts'

interface DateFieldProps extends FieldProps {
  /** `2026-03-01`, or `''` for none. */
  value: Day
  onChange: (value: Day) => void
  min?: Day
  max?: Day
  compact?: boolean
}

/** A day: typed in the reader's order, or chosen from a calendar. A phone shows its own wheel. */
export function DateField(props: DateFieldProps) {
  const [frame, own] = splitField(props)
  const { value, onChange, min, max, compact } = own
  const region = useRegion()
  const t = useTranslate()
  const touch = useSyncExternalStore(watchTouch, isTouch, () => false)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [written, setWritten] = useState<{ text: string; of: Day } | null>(null)
  const draft = written?.of === value ? written.text : null
  const now = today(region.timeZone)
  const parsed = draft === null || draft.trim() === '' ? null : parseDay(draft, region.locale, now)
  const wrong = draft !== null && draft.trim() !== '' && (parsed === null || outside(parsed, min, max))
  const locked = Boolean(frame.disabled || frame.readOnly)

  // Coming in changes how the day is written, which would leave the caret at its end: what is typed replaces it.
  const cameIn = useRef(false)
  useLayoutEffect(() => {
    if (cameIn.current) input.current?.select()
    cameIn.current = false
  })
  const write = (text: string): void => {
    const day = text.trim() === '' ? '' : parseDay(text, region.locale, now)
    const good = day !== null && (day === '' || !outside(day, min, max))
    setWritten({ text, of: good ? day : value })
    if (good && day !== value) onChange(day)
  }
  const choose = (day: Day): void => {
    setWritten(null)
    onChange(day)
    setOpen(false)
    input.current?.focus()
  }
  const example = editableDay(now, region.locale)

  return (
    <Field {...frame} error={wrong ? t('Enter a date, like {{example}}.', { example }) : frame.error}>
      {(carried) =>
        touch ? (
          <div className={control.box}>
            <input
              {...carried}
              type="date"
              value={value}
              min={min}
              max={max}
              className={control.input}
              onChange={(event) => onChange(event.target.value)}
            />
          </div>
        ) : (
          <div className={classes(control.box, compact && control.compact)}>
            <input
              {...carried}
              ref={input}
              type="text"
              autoComplete="off"
              placeholder={example}
              value={draft ?? (value && formatDate(value, region))}
              className={classes(control.input, styles.input)}
              onFocus={() => {
                if (draft !== null) return
                cameIn.current = true
                setWritten({ text: value && editableDay(value, region.locale), of: value })
              }}
              onBlur={() => wrong || setWritten(null)}
              onChange={(event) => write(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' || locked) return
                event.preventDefault()
                setOpen(true)
              }}
            />
            {!locked && (
              <Popover
                label={frame.label}
                align="end"
                open={open}
                onOpenChange={setOpen}
                content={<Calendar value={value} min={min} max={max} onChange={choose} />}
              >
                {(trigger) => (
                  <IconButton
                    icon="calendar"
                    size="compact"
                    label={t('Open calendar')}
                    {...trigger}
                    className={styles.open}
                  />
                )}
              </Popover>
            )}
          </div>
        )
      }
    </Field>
  )
}

const outside = (day: Day, min: Day | undefined, max: Day | undefined): boolean =>
  (min !== undefined && day < min) || (max !== undefined && day > max)

const coarse = '(pointer: coarse)'

function isTouch(): boolean {
  return matchMedia(coarse).matches
}

function watchTouch(listener: () => void): () => void {
  const query = matchMedia(coarse)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
