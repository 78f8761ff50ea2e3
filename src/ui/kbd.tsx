import styles from './kbd.module.css'
import { useTranslate } from './translate.ts'

const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)
const macSigns: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }

// What other keyboards have printed on them: `Strg`, `Entf`. The rest are signs, or the same words with another meaning.
const named = new Set(['Ctrl', 'Shift', 'Home', 'End', 'Space', 'Del'])

/** Keys to press, `Ctrl+K`, as the keyboards of the reader's language call them; on a Mac shown as its own signs. */
export function Kbd({ keys }: { keys: string }) {
  const t = useTranslate()
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {(mac && macSigns[key]) || (named.has(key) ? t(key) : key)}
        </kbd>
      ))}
    </span>
  )
}
