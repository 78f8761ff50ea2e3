import styles from './kbd.module.css'

const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)
const macSigns: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }

/** Keys to press, `Ctrl+K`; on a Mac shown as its own signs. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {(mac && macSigns[key]) || key}
        </kbd>
      ))}
    </span>
  )
}
