import { useId } from 'react'
import { formatNumber } from './format.ts'
import styles from './progress.module.css'
import { useRegion } from './region.ts'
import { useTranslate } from './translate.ts'

interface ProgressProps {
  /** What is going on: "Importing prices". */
  label: string
  /** How many are done; without it (or without a total) the bar only runs. */
  done?: number
  total?: number
  /** Says it in other words than the two numbers: "12 MB of 40 MB". */
  words?: string
}

/** Anything over two seconds shows how far it is, with a count. */
export function Progress({ label, done, total, words }: ProgressProps) {
  const id = useId()
  const t = useTranslate()
  const region = useRegion()
  const known = done !== undefined && total !== undefined && total > 0
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span id={id}>{label}</span>
        {done !== undefined && (
          <output className={styles.count}>
            {words ??
              (known
                ? t('{{done}} of {{total}}', {
                    done: formatNumber(done, region),
                    total: formatNumber(total, region),
                  })
                : formatNumber(done, region))}
          </output>
        )}
      </div>
      <progress
        aria-labelledby={id}
        className={styles.bar}
        {...(known && { max: total, value: Math.min(done, total) })}
      />
    </div>
  )
}
