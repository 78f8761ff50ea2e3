import type { InviteLine } from '#contracts/invite.ts'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './invite-list.module.css'

/** Each line as it was understood; what is wrong with it stands below it. */
export function InviteLines({ lines }: { lines: readonly InviteLine[] }) {
  const t = useTranslate()
  const wrong = lines.filter(({ problem }) => problem !== null).length
  return (
    <div className={styles.lines}>
      {wrong > 0 && (
        <output className={styles.wrong}>
          {t('{{count}} lines are not sent: correct them above, or go on without them.', { count: wrong })}
        </output>
      )}
      <ol className={styles.rows} aria-label={t('People to invite')}>
        {lines.map(({ line, email, role, problem }) => (
          <li key={line} className={styles.row}>
            <Icon name={problem === null ? 'check' : 'alert'} />
            <span className={styles.who}>
              <span>{email}</span>
              {problem !== null && (
                <span className={styles.wrong}>
                  {t('Line {{line}}', { line })}: {t(problem)}
                </span>
              )}
            </span>
            <span className={styles.role}>{role}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
