import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './access-check.module.css'

interface VerdictProps {
  allowed: boolean
  yes: string
  no: string
  /** Only the sign is drawn; the words are for those who listen. */
  quiet?: boolean
}

/** Yes or no, by sign and word: never by colour alone. */
export function Verdict({ allowed, yes, no, quiet }: VerdictProps) {
  return (
    <span className={classes(styles.verdict, allowed ? styles.yes : styles.no)}>
      <Icon name={allowed ? 'check' : 'x'} size={16} />
      <span className={quiet ? styles.hidden : undefined}>{allowed ? yes : no}</span>
    </span>
  )
}
