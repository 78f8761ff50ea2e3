import { Badge } from '#ui/badge.tsx'
import { formatMoney } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './file-to-screen.module.css'
import section from './section.module.css'

const raw = [
  'code;description;unit;price_eur;group',
  'C2530;Concrete C25/30;m3;128,40;Concrete',
  'SLB24;Sand-lime 24 cm;m2;31,75;Masonry',
  'C24RAF;Rafter C24;m;9,82;Timber',
]

const columns = [
  { name: 'sample: Code', type: 'Key', icon: 'key' },
  { name: 'sample: Description', type: 'Text', icon: 'text' },
  { name: 'sample: Unit', type: 'Choice of 12', icon: 'list' },
  { name: 'sample: Price', type: 'Money, EUR', icon: 'euro' },
]

const rows = [
  { name: 'Concrete C25/30', group: 'Concrete', price: '128.40' },
  { name: 'Rafter C24', group: 'Timber', price: '9.82' },
  { name: 'Sand-lime 24 cm', group: 'Masonry', price: '31.75' },
]

/** Three drawings: the file, what is understood of it, the screen. */
export function FileToScreen() {
  const t = useTranslate()
  const region = useRegion()
  return (
    <section className={section.section} id="what" aria-labelledby="file-title">
      <h2 id="file-title" className={section.title}>
        {t('From a file to a screen')}
      </h2>
      <p className={section.lead}>
        {t(
          'Drop in the list you have. Formwork reads what the columns mean, asks where it is not sure, and gives you a list, a record page and a form. What it could not read is reported line by line, and one press takes everything back.',
        )}
      </p>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <div className={styles.picture} aria-hidden>
            <div className={styles.file}>
              <span className={styles.fileName}>
                <Icon name="file" /> prices-2026.csv
              </span>
              <pre className={styles.raw}>{raw.join('\n')}</pre>
            </div>
          </div>
          <h3>{t('Drop the file')}</h3>
          <p>{t('Excel, CSV or JSON, however it was exported.')}</p>
        </li>
        <li className={styles.step}>
          <div className={styles.picture} aria-hidden>
            <div className={styles.card}>
              {columns.map(({ name, type, icon }) => (
                <div key={name} className={styles.column}>
                  <span>{t(name)}</span>
                  <Badge tone="accent" icon={icon}>
                    {t(type)}
                  </Badge>
                </div>
              ))}
            </div>
          </div>
          <h3>{t('Check the columns')}</h3>
          <p>{t('Keys, money, dates, choices: proposed, and yours to correct.')}</p>
        </li>
        <li className={styles.step}>
          <div className={styles.picture} aria-hidden>
            <div className={styles.card}>
              <div className={styles.cardHead}>
                <strong>{t('sample: Price book')}</strong>
                <span className={styles.button}>
                  <Icon name="plus" /> {t('sample: Add price')}
                </span>
              </div>
              {rows.map(({ name, group, price }) => (
                <div key={name} className={styles.column}>
                  <span>{t(name)}</span>
                  <span className={styles.quiet}>{t(group)}</span>
                  <span className={styles.price}>{formatMoney(price, 'EUR', region)}</span>
                </div>
              ))}
            </div>
          </div>
          <h3>{t('Work in it')}</h3>
          <p>{t('Search, filter, edit in place, on the office screen and on the phone.')}</p>
        </li>
      </ol>
    </section>
  )
}
