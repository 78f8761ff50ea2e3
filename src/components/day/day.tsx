import { useEffect, useState } from 'react'
import { DateField } from '#ui/date-field.tsx'
import { today } from '#ui/day.ts'
import { useRegion } from '#ui/region.ts'
import type { ViewProps } from '../view-props.ts'
import type { day } from './day.definition.ts'
import styles from './day.module.css'

/** A day that other parts of a screen read. */
export function Day({ props: { label, value: given }, emit, expose }: ViewProps<typeof day>) {
  const { timeZone } = useRegion()
  const bound = given === 'today' ? today(timeZone) : (given ?? '')
  // What the layout binds counts anew whenever it changes; in between it is what was chosen here.
  const [chosen, setChosen] = useState({ of: bound, value: bound })
  const value = chosen.of === bound ? chosen.value : bound
  useEffect(() => expose('value', value === '' ? null : value), [expose, value])
  const choose = (next: string): void => {
    setChosen({ of: bound, value: next })
    void emit('changed', { value: next === '' ? null : next })
  }
  // Left empty, it says again what the layout binds: that is what counts.
  const leave = (): void => setChosen((now) => (now.value === '' ? { of: bound, value: bound } : now))
  return (
    <div className={styles.day} onBlur={leave}>
      <DateField label={label} value={value} onChange={choose} />
    </div>
  )
}
