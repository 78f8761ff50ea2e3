import { useRef, useState, type FormEvent } from 'react'
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
  const onItsWay = useRef<string | null>(null)
  const enter = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    // Enter again before there is an answer would note it twice.
    if (!isDecimalText(value) || onItsWay.current === value) return
    focusNext(event.currentTarget)
    onItsWay.current = value
    // It stays in the field until the row shows what was taken; what is refused is still there to be put right.
    try {
      await onEnter(value)
    } finally {
      onItsWay.current = null
    }
  }
  return (
    <form className={styles.entry} onSubmit={(event) => void enter(event)} data-entry="">
      <NumberField label={label} hideLabel compact value={value} onChange={setValue} />
    </form>
  )
}

function focusNext(form: HTMLFormElement): void {
  const forms = [...(form.closest('table')?.querySelectorAll<HTMLFormElement>('form[data-entry]') ?? [])]
  forms[forms.indexOf(form) + 1]?.querySelector('input')?.focus()
}
