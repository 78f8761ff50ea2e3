import { useState } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from '../field/inputs/input-props.ts'
import { partsOfPlan, planOfParts, weekDays, type PlanParts } from './plan-parts.ts'
import { dayNames } from './plan-words.ts'
import styles from './schedule-list.module.css'

const first: PlanParts = { often: 'week', days: [1, 2, 3, 4, 5], time: '06:00' }
const clock = /^([01]?\d|2[0-3]):[0-5]\d$/

/** When something is repeated: chosen by weekday or day of the month, and for everything else as the plan it is kept as. */
export function PlanInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange, disabled, readOnly, id, error } = props
  const plan = typeof value === 'string' ? value : ''
  const known = partsOfPlan(plan)
  // Whoever writes a plan themselves goes on writing, also where it could be chosen.
  const [written, setWritten] = useState(plan !== '' && known === null)
  const fixed = { disabled: disabled === true, readOnly: readOnly === true }
  const often = written ? 'other' : (known?.often ?? 'week')
  const choose = (next: string): void => {
    setWritten(next === 'other')
    const { time } = known ?? first
    if (next === 'month') onChange(planOfParts({ often: 'month', day: '1', time }))
    if (next === 'week') onChange(planOfParts({ ...first, time }))
  }
  return (
    <div className={styles.plan}>
      <SelectField
        {...fixed}
        {...(id !== undefined && { id })}
        label={t('Repeat')}
        error={written ? undefined : error}
        value={often}
        onChange={choose}
        options={[
          { value: 'week', label: t('On days of the week') },
          { value: 'month', label: t('On a day of each month') },
          { value: 'other', label: t('By a plan of my own') },
        ]}
      />
      {often === 'other' ? (
        <TextField
          {...frameOf(props)}
          id={`${id ?? 'plan'}-own`}
          value={plan}
          onChange={(next) => onChange(next === '' ? null : next)}
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <ChosenTimes parts={known ?? first} fixed={fixed} onChange={(next) => onChange(planOfParts(next))} />
      )}
    </div>
  )
}

interface ChosenTimesProps {
  parts: PlanParts
  fixed: { disabled: boolean; readOnly: boolean }
  onChange: (parts: PlanParts) => void
}

function ChosenTimes({ parts, fixed, onChange }: ChosenTimesProps) {
  const t = useTranslate()
  const { locale } = useRegion()
  // A time that is half typed is none yet.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <>
      {parts.often === 'week' ? (
        <fieldset className={styles.days}>
          <legend>{t('Days')}</legend>
          {weekDays.map((day) => (
            <Checkbox
              key={day}
              disabled={fixed.disabled || fixed.readOnly}
              label={dayNames(String(day), locale, 'short') ?? ''}
              checked={parts.days.includes(day)}
              onChange={(on) => {
                const days = weekDays.filter((one) => (one === day ? on : parts.days.includes(one)))
                // A plan without a day never comes.
                if (days.length > 0) onChange({ ...parts, days })
              }}
            />
          ))}
        </fieldset>
      ) : (
        <SelectField
          {...fixed}
          label={t('Day of the month')}
          help={Number(parts.day) > 28 ? t('Months that have no such day are left out.') : undefined}
          value={parts.day}
          onChange={(day) => onChange({ ...parts, day })}
          options={[
            ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
            { value: 'L', label: t('The last day') },
          ]}
        />
      )}
      <TextField
        {...fixed}
        label={t('Time')}
        placeholder="06:00"
        inputMode="numeric"
        autoComplete="off"
        error={typed !== null && !clock.test(typed) ? t('Write hours and minutes: 06:00') : undefined}
        value={typed ?? parts.time}
        onChange={(next) => {
          setTyped(next)
          if (clock.test(next)) onChange({ ...parts, time: next })
        }}
        onBlur={() => {
          if (typed !== null && clock.test(typed)) setTyped(null)
        }}
      />
    </>
  )
}
