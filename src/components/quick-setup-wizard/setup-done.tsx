import type { StarterModel } from '#contracts/api/quick-setup.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { useTranslate } from '#ui/translate.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import styles from './quick-setup-wizard.module.css'

interface SetupDoneProps {
  made: {
    models: readonly string[]
    kept: readonly string[]
    routes: readonly string[]
    invited: readonly string[]
  }
  starters: readonly StarterModel[]
  doneTo: string
}

/** What was made, and the ways on: the first list, a file, or an estimate. */
export function SetupDone({ made, starters, doneTo }: SetupDoneProps) {
  const t = useTranslate()
  const named = (key: string): string => starters.find((one) => one.key === key)?.label ?? key
  const first =
    made.routes.map((route) => safeUrl(route)).find((route) => route !== undefined && !route.includes('{')) ??
    doneTo
  return (
    <div className={styles.done}>
      <ul className={styles.made}>
        {made.models.map((key) => (
          <li key={key}>
            <Icon name="success" /> {t('{{name}}: list, form and page', { name: named(key) })}
          </li>
        ))}
        {made.kept.map((key) => (
          <li key={key}>
            <Icon name="info" /> {t('{{name}} was there already and stays as it is', { name: named(key) })}
          </li>
        ))}
        {made.invited.length > 0 && (
          <li>
            <Icon name="mail" /> {t('{{count}} invitations are on their way', { count: made.invited.length })}
          </li>
        )}
      </ul>
      <div className={styles.ways}>
        <Link href={first} className={buttonClass({ variant: 'primary' })}>
          {t('Open the workspace')}
        </Link>
        <Link href="/import" className={buttonClass()}>
          <Icon name="upload" />
          <span>{t('Import a file')}</span>
        </Link>
        <Link href="/estimates" className={buttonClass()}>
          <Icon name="calculator" />
          <span>{t('Begin with estimates')}</span>
        </Link>
      </div>
    </div>
  )
}
