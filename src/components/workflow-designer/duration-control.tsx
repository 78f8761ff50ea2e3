import { useState } from 'react'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './workflow-designer.module.css'

const units = { minutes: 60, hours: 3600, days: 86_400 } as const
type Unit = keyof typeof units

const unitOf = (seconds: number | null): Unit =>
  seconds === null || seconds % units.hours !== 0 ? 'minutes' : seconds % units.days === 0 ? 'days' : 'hours'

/** A length of time in whole minutes, hours or days; empty: none. */
export function DurationControl({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null
  onChange: (seconds: number | null) => void
}) {
  const t = useTranslate()
  const [unit, setUnit] = useState<Unit>(() => unitOf(value))
  const count = value === null ? '' : String(Math.max(1, Math.round(value / units[unit])))
  const put = (text: string, of: Unit): void =>
    onChange(text === '' ? null : Math.max(1, Math.round(Number(text))) * units[of])
  return (
    <div className={styles.pair}>
      <NumberField label={label} value={count} onChange={(text) => put(text, unit)} />
      <SelectField
        label={t('Unit')}
        value={unit}
        options={[
          { value: 'minutes', label: t('Minutes') },
          { value: 'hours', label: t('Hours') },
          { value: 'days', label: t('Days') },
        ]}
        onChange={(next) => {
          setUnit(next as Unit)
          put(count, next as Unit)
        }}
      />
    </div>
  )
}
