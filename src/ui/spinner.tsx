import styles from './spinner.module.css'

/** Turns while something runs. Never alone: put it beside a word that says what runs. */
export function Spinner({ size = 16 }: { size?: 16 | 20 }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden>
      <circle cx="8" cy="8" r="6.25" stroke="currentcolor" strokeWidth="1.5" opacity="0.25" />
      <path
        d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
        stroke="currentcolor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
