import { useState, type FormEvent } from 'react'
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
  const enter = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isDecimalText(value)) return
    focusNext(event.currentTarget)
    // It stays in the field until the row shows what was taken; what is refused is still there to be put right.
    void onEnter(value)
  }
  return (
    <form className={styles.entry} onSubmit={enter} data-entry="">
      <NumberField label={label} hideLabel compact value={value} onChange={setValue} />
    </form>
  )
}

function focusNext(form: HTMLFormElement): void {
  const forms = [...(form.closest('table')?.querySelectorAll<HTMLFormElement>('form[data-entry]') ?? [])]
  forms[forms.indexOf(form) + 1]?.querySelector('input')?.focus()
}
