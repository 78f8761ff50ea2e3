import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './error-summary.module.css'
import { useTranslate } from './translate.ts'

export interface FieldError {
  /** The id of the field it belongs to; without one it is only said. */
  fieldId?: string
  message: string
}

/** What keeps a form from being saved, summed at its top; each line leads to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const t = useTranslate()
  const box = useRef<HTMLDivElement>(null)
  const any = errors.length > 0
  useEffect(() => {
    if (any) box.current?.focus()
  }, [any])
  if (!any) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.summary}>
      <Icon name="error" className={styles.icon} />
      <div>
        <strong>{t('{{count}} things need your attention', { count: errors.length })}</strong>
        <ul className={styles.list}>
          {errors.map(({ fieldId, message }) => (
            <li key={`${fieldId} ${message}`}>
              {fieldId ? (
                <a
                  href={`#${fieldId}`}
                  onClick={(event) => {
                    event.preventDefault()
                    focusWhenThere(fieldId)
                  }}
                >
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const longestWait = 5000

/** Focuses a field, one that is still being loaded as soon as it comes, unless the focus has gone elsewhere by then. */
function focusWhenThere(id: string): void {
  const from = document.activeElement
  const tryNow = (): boolean => {
    const field = document.getElementById(id)
    if (field && document.activeElement === from) field.focus()
    return field !== null
  }
  if (tryNow()) return
  const watch = new MutationObserver(() => tryNow() && watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['id'] })
  setTimeout(() => watch.disconnect(), longestWait)
}
