import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type BadgeTone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

interface BadgeProps {
  tone?: BadgeTone
  /** A sign before the word; without one a dot in the tone's colour. `null` for neither. */
  icon?: string | null
  /** A colour of its own for the dot, `#rrggbb`; the word keeps the theme's colour and stays readable. */
  colour?: string
  children: ReactNode
  className?: string
}

/** The state of a thing in a word: "Draft", "Accepted". The word carries the meaning, the colour only helps. */
export function Badge({ tone = 'neutral', icon, colour, children, className }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone], className)}>
      {icon && <Icon name={icon} className={styles.icon} />}
      {icon === undefined && (
        <span className={styles.dot} style={colour === undefined ? undefined : { background: colour }} />
      )}
      <span className={styles.word}>{children}</span>
    </span>
  )
}
