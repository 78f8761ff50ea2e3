import { Icon } from '#ui/icon.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './facts.module.css'
import section from './section.module.css'

const facts = [
  {
    icon: 'sigma',
    title: 'Numbers that add up',
    text: 'Money and quantities are exact decimals from the file to the export. No cent is lost on the way.',
  },
  {
    icon: 'shield',
    title: 'Who sees what',
    text: 'Permissions per role, per record and per field, enforced where the data is: in lists, searches, totals and exports alike.',
  },
  {
    icon: 'history',
    title: 'Nothing is lost',
    text: 'Who changed what and when stands beside every record. Two people in the same record do not overwrite each other.',
  },
  {
    icon: 'keyboard',
    title: 'Fast under the fingers',
    text: 'Every list works like a spreadsheet, all of it by keyboard. Ctrl+K finds any screen and any record.',
  },
  {
    icon: 'mobile',
    title: 'Office and site',
    text: 'The same screens on two monitors and under one thumb, light and dark, in English and German.',
  },
  {
    icon: 'download',
    title: 'Yours to take along',
    text: 'Excel, CSV and JSON out of every list, on your own server or a hosted one. Open source, Apache 2.0.',
  },
]

/** Six things that are true of every screen. */
export function Facts() {
  const t = useTranslate()
  return (
    <section className={section.section} aria-labelledby="facts-title">
      <h2 id="facts-title" className={section.title}>
        {t('Made for people who count')}
      </h2>
      <ul className={styles.facts}>
        {facts.map(({ icon, title, text }) => (
          <li key={title} className={styles.fact}>
            <Icon name={icon} size={20} />
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
