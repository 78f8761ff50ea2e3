import { useEffect, useRef } from 'react'
import { Field } from './field.tsx'
import { useTranslate } from './translate.ts'
import styles from './code-field.module.css'

export const CODE_LENGTH = 6

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** All digits are there. While `busy`, the last ones wait until it is over. */
  onComplete: (code: string) => void
  /** A code is on its way. */
  busy: boolean
  error?: string | undefined
}

/**
 * The six digits of a mail, a text message or an authenticator. One real input drawn over six boxes, so that pasting, filling in by the phone, undo and
 * screen readers work as in any field.
 */
export function CodeField({ value, onChange, onComplete, busy, error }: CodeFieldProps) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  // Who sees a slip types the right digits before the answer to the wrong ones is there.
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (busy || waiting.current === null) return
    const code = waiting.current
    waiting.current = null
    onComplete(code)
  })
  const change = (text: string): void => {
    const code = text.replace(/\D/g, '').slice(0, CODE_LENGTH)
    onChange(code)
    waiting.current = null
    if (code.length < CODE_LENGTH || code === value) return
    if (busy) waiting.current = code
    else onComplete(code)
  }
  return (
    <Field label={t('Six-digit code')} error={error}>
      {(control) => (
        <div className={styles.code}>
          <div className={styles.boxes} aria-hidden>
            {Array.from({ length: CODE_LENGTH }, (_, at) => (
              <span
                key={at}
                className={styles.box}
                data-at={at === Math.min(value.length, CODE_LENGTH - 1) || undefined}
              >
                {value[at]}
              </span>
            ))}
          </div>
          <input
            {...control}
            ref={input}
            className={styles.input}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
