import { useState } from 'react'
import styles from './avatar.module.css'
import { classes } from './classes.ts'
import { hueOf } from './hue-of.ts'
import { tooltip } from './tooltip.ts'

interface AvatarProps {
  name: string
  /** Picture; the initials stand in until it is there, and when it fails. */
  src?: string | null
  size?: 20 | 24 | 32 | 40
  /** `square` for companies and workspaces. */
  shape?: 'round' | 'square'
  /** False where the name stands beside it: the picture is then decoration. */
  named?: boolean
  className?: string
}

/** A person or a company in a small space. */
export function Avatar({ name, src, size = 24, shape = 'round', named = true, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const [first, last] = initials(name)
  return (
    <span
      {...(named ? { role: 'img', 'aria-label': name, ...tooltip(name) } : { 'aria-hidden': true })}
      className={classes(styles.avatar, styles[shape], className)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42) }}
      data-hue={hueOf(name)}
    >
      {size > 20 ? first + last : first}
      {src && src !== failed && (
        <img src={src} alt="" className={styles.picture} loading="lazy" onError={() => setFailed(src)} />
      )}
    </span>
  )
}

function initials(name: string): [first: string, last: string] {
  const words = name.trim().split(/\s+/)
  const letter = (word: string | undefined): string => [...(word ?? '')][0]?.toLocaleUpperCase() ?? ''
  return [letter(words[0]), words.length > 1 ? letter(words.at(-1)) : '']
}
