import type { AccessExplanation } from '#contracts/access-explanation.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './access-check.module.css'
import { decisionWords } from './decision-words.ts'
import { Verdict } from './verdict.tsx'

interface ScreenAnswerProps {
  screen: AccessExplanation['screen']
  roleName: (key: string) => string
}

/** Whether the screen opens, and why. */
export function ScreenAnswer({ screen, roleName }: ScreenAnswerProps) {
  const t = useTranslate()
  if (!screen) return null
  return (
    <p className={styles.line}>
      <Verdict
        allowed={screen.allowed}
        yes={t('Opens the screen {{path}}', { path: screen.path })}
        no={t('Does not open the screen {{path}}', { path: screen.path })}
      />
      <span className={styles.why}>{decisionWords(screen, t, roleName)}</span>
    </p>
  )
}
