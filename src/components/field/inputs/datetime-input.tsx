import { useState } from 'react'
import { DateField } from '#ui/date-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './inputs.module.css'

/** A moment, as day and clock time of the reader's own zone; it travels as ISO 8601 with zone. */
export function DatetimeInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange } = props
  const { compact, ...frame } = frameOf(props)
  const known = partsOf(value)
  // A clock time without a day is no moment yet; it is kept here until there is one.
  const [time, setTime] = useState('')
  const shownTime = known.time || time
  const set = (day: string, clock: string): void => {
    setTime(clock)
    if (day === '') return onChange(null)
    const moment = new Date(`${day}T${/^\d{1,2}:\d{2}$/.test(clock) ? clock.padStart(5, '0') : '00:00'}`)
    onChange(Number.isNaN(moment.getTime()) ? null : moment.toISOString())
  }
  return (
    <div className={styles.datetime}>
      <DateField
        {...frame}
        {...(compact && { compact })}
        value={known.day}
        onChange={(day) => set(day, shownTime)}
      />
      <TextField
        label={t('Time')}
        placeholder="08:00"
        value={time !== '' && !/^\d{1,2}:\d{2}$/.test(time) ? time : shownTime}
        onChange={(clock) => (/^\d{1,2}:\d{2}$/.test(clock) ? set(known.day, clock) : setTime(clock))}
        disabled={Boolean(props.disabled)}
        readOnly={Boolean(props.readOnly)}
        {...(compact && { compact })}
        {...(props.hideLabel && { hideLabel: true })}
      />
    </div>
  )
}

function partsOf(value: unknown): { day: string; time: string } {
  if (typeof value !== 'string') return { day: '', time: '' }
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return { day: '', time: '' }
  const two = (part: number): string => String(part).padStart(2, '0')
  return {
    day: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  }
}
