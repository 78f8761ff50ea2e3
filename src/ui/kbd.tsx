import styles from './kbd.module.css'
import { keyNames } from './key-names.ts'
import { useTranslate } from './translate.ts'

/** Keys to press, `Ctrl+K`, as the keyboards of the reader's language call them; on a Mac shown as its own signs. */
export function Kbd({ keys }: { keys: string }) {
  const t = useTranslate()
  return (
    <span className={styles.keys}>
      {keyNames(keys, t).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
