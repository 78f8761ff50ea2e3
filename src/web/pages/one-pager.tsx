import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import { BrandName } from '../brand/brand-mark.tsx'
import { PublicHeader } from '../landing/public-header.tsx'
import { useTitle } from '../use-title.ts'
import styles from './one-pager.module.css'

const points = [
  {
    icon: 'upload',
    title: 'From a file to a screen',
    text: 'Excel, CSV and JSON are read, checked column by column, and become a list, a record page and a form. One press takes an import back.',
  },
  {
    icon: 'layout',
    title: 'Every screen is yours to change',
    text: 'The screens you start with are made of the same parts as your own. Changes are drafted, published together, and any release can be brought back.',
  },
  {
    icon: 'shield',
    title: 'Who sees what',
    text: 'Permissions per role, record and field, enforced where the data is: in lists, searches, totals and exports alike.',
  },
  {
    icon: 'sigma',
    title: 'Numbers that add up',
    text: 'Money and quantities are exact decimals from the file to the export.',
  },
  {
    icon: 'history',
    title: 'Nothing is lost',
    text: 'Every change has a name, a time and a before. Two people in one record do not overwrite each other.',
  },
  {
    icon: 'server',
    title: 'Where you want it',
    text: 'One program on your own server, or a hosted one. Your data leaves in open formats whenever you like. Open source, Apache 2.0.',
  },
]

const steps = [
  'Create an account and a workspace.',
  'Say what your company does, or drop in a list.',
  'Invite the people who work with it.',
  'Change what does not fit.',
]

/** `/marketing-one-pager`: the product on one printed page. */
export function OnePager() {
  const t = useTranslate()
  useTitle(t('On one page'))
  return (
    <div className={styles.desk}>
      <PublicHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.tools}>
          <Button icon="printer" onClick={() => window.print()}>
            {t('Print')}
          </Button>
        </div>
        <article className={styles.sheet}>
          <header className={styles.head}>
            <BrandName />
            <span>{t('The product on one page')}</span>
          </header>
          <h1 className={styles.title}>{t('The workspace your company shapes itself')}</h1>
          <p className={styles.lead}>
            {t(
              'For builders, trades and estimating offices that have outgrown spreadsheets and do not want to bend to somebody else’s software. Bring your lists; work in screens made of them; change every one yourself.',
            )}
          </p>
          <ul className={styles.points}>
            {points.map(({ icon, title, text }) => (
              <li key={title}>
                <Icon name={icon} size={20} />
                <h2>{t(title)}</h2>
                <p>{t(text)}</p>
              </li>
            ))}
          </ul>
          <div className={styles.begin}>
            <h2>{t('How to begin')}</h2>
            <ol>
              {steps.map((step) => (
                <li key={step}>{t(step)}</li>
              ))}
            </ol>
          </div>
          <footer className={styles.block}>
            <span>
              <strong>Formwork</strong>
              {location.host}
            </span>
            <span>
              <strong>{t('Sheet')}</strong>1 / 1
            </span>
            <span>
              <strong>{t('Scale')}</strong>1 : 1
            </span>
          </footer>
        </article>
      </main>
    </div>
  )
}
