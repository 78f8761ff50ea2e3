import { useRef, useState, type FormEvent } from 'react'
import { isDecimalText } from '#base/decimal.ts'
import { isAway } from '#engine/data/is-away.ts'
import { NumberField } from '#ui/number-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './value-table.module.css'

interface ValueInputProps {
  label: string
  /** Answers what made it fail. */
  onEnter: (value: string) => Promise<unknown>
}

/**
 * A number to be typed beside a row: Enter takes it and goes on to the next row. One that could not be sent says so, until
 * it is.
 */
export function ValueInput({ label, onEnter }: ValueInputProps) {
  const t = useTranslate()
  const [value, setValue] = useState('')
  const [isUnsent, setUnsent] = useState(false)
  const onItsWay = useRef<string | null>(null)
  const enter = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    // Enter again before there is an answer would note it twice.
    if (!isDecimalText(value) || onItsWay.current === value) return
    focusNext(event.currentTarget)
    onItsWay.current = value
    // It stays in the field until the row shows what was taken; what is refused is still there to be put right.
    try {
      setUnsent(isAway(await onEnter(value)))
    } finally {
      onItsWay.current = null
    }
  }
  return (
    <form className={styles.entry} onSubmit={(event) => void enter(event)} data-entry="">
      <NumberField
        label={label}
        hideLabel
        compact
        value={value}
        onChange={setValue}
        help={isUnsent && value !== '' ? t('Not sent yet. Press Enter to send it.') : undefined}
      />
    </form>
  )
}

function focusNext(form: HTMLFormElement): void {
  const forms = [...(form.closest('table')?.querySelectorAll<HTMLFormElement>('form[data-entry]') ?? [])]
  forms[forms.indexOf(form) + 1]?.querySelector('input')?.focus()
}
