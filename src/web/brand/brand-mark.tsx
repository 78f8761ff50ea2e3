import styles from './brand.module.css'

/** The sign: an F of boards with a tie hole, as on a panel of formwork. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className={styles.mark}>
      <rect width="24" height="24" rx="6" className={styles.panel} />
      <path d="M7 5.5h10.5V8H9.5v2.9H16v2.5H9.5v5.1H7z" className={styles.board} />
      <circle cx="16.25" cy="17.25" r="1.25" className={styles.board} />
    </svg>
  )
}

/** The sign with the name beside it. */
export function BrandName() {
  return (
    <span className={styles.name}>
      <BrandMark />
      Formwork
    </span>
  )
}
