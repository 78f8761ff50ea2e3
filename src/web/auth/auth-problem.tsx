import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { AuthExplanation } from '#engine/account/explain-auth-error.ts'
import styles from './auth-form.module.css'
import { useWayBack } from './use-way-back.ts'

/** What went wrong and where to go from there, above the form. */
export function AuthProblem({ problem }: { problem: AuthExplanation | null }) {
  const t = useTranslate()
  const wayBack = useWayBack()
  if (!problem) return null
  const { text, values, reasons, next } = problem
  return (
    <Notice tone="danger">
      {t(text, values)}
      {reasons && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{t(reason)}</li>
          ))}
        </ul>
      )}
      {next && (
        <>
          {' '}
          <Link href={wayBack.keep(next.href)}>{t(next.label)}</Link>
        </>
      )}
    </Notice>
  )
}
