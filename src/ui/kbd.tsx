import styles from './kbd.module.css'
import { useTranslate } from './translate.ts'

const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)
const macSigns: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }

// What other keyboards have printed on them: `Strg`, `Entf`. “Alt” is the same on all, and a word of its own elsewhere.
const isNamed = /^(?!Alt)\w\w/

/** Keys to press, `Ctrl+K`, as the keyboards of the reader's language call them; on a Mac shown as its own signs. */
export function Kbd({ keys }: { keys: string }) {
  const t = useTranslate()
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {(mac && macSigns[key]) || (isNamed.test(key) ? t(key) : key)}
        </kbd>
      ))}
    </span>
  )
}
