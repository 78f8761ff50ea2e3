import { useState, type KeyboardEvent } from 'react'
import { isDecimalText } from '#base/decimal.ts'
import { NumberField } from '#ui/number-field.tsx'
import styles from './value-table.module.css'

interface ValueInputProps {
  label: string
  onEnter: (value: string) => Promise<void>
}

/** A number to be typed beside a row: Enter takes it and goes on to the next row. */
export function ValueInput({ label, onEnter }: ValueInputProps) {
  const [value, setValue] = useState('')
  const enter = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Enter' || !isDecimalText(value)) return
    event.preventDefault()
    focusNext(event.target)
    // It stays in the field until the row shows what was taken; what is refused is still there to be put right.
    void onEnter(value)
  }
  return (
    <div className={styles.entry} onKeyDown={enter} data-entry="">
      <NumberField label={label} hideLabel compact value={value} onChange={setValue} />
    </div>
  )
}

function focusNext(from: EventTarget): void {
  if (!(from instanceof HTMLElement)) return
  const fields = [...(from.closest('table')?.querySelectorAll<HTMLInputElement>('[data-entry] input') ?? [])]
  fields[fields.findIndex((field) => field === from) + 1]?.focus()
}
