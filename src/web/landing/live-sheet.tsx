import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { formatDecimal, formatMoney } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './live-sheet.module.css'
import {
  lineTotal,
  readQuantity,
  sheetLines,
  sheetMargin,
  sheetTotal,
  type SheetLine,
} from './sheet-lines.ts'

type Reader = 'owner' | 'site'

const places = [
  { icon: 'home', title: 'sample: Dashboard' },
  { icon: 'folder', title: 'sample: Projects' },
  { icon: 'calculator', title: 'sample: Estimates', here: true },
  { icon: 'tag', title: 'sample: Price book' },
  { icon: 'truck', title: 'sample: Suppliers' },
  { icon: 'clipboard', title: 'sample: Snag list' },
]

/** A piece of the product to touch: change a quantity, look at it as somebody else. */
export function LiveSheet() {
  const t = useTranslate()
  const region = useRegion()
  const [lines, setLines] = useState<readonly SheetLine[]>(sheetLines)
  const [reader, setReader] = useState<Reader>('owner')
  const owner = reader === 'owner'
  const change = (position: string, quantity: string): void =>
    setLines(lines.map((line) => (line.position === position ? { ...line, quantity } : line)))
  return (
    <figure className={styles.figure}>
      <div className={styles.window}>
        <div className={styles.places} aria-hidden>
          <span className={styles.workspace}>
            <span className={styles.square}>N</span> Nordbau
          </span>
          {places.map(({ icon, title, here }) => (
            <span key={title} className={styles.place} data-here={here}>
              <Icon name={icon} /> {t(title)}
            </span>
          ))}
        </div>
        <div className={styles.sheet}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t('Day nursery North')}</h2>
            <Badge tone="warning" icon="pencil">
              {t('Draft')}
            </Badge>
            <fieldset className={styles.readers}>
              <legend>{t('Seen by')}</legend>
              <ReaderChoice value="owner" chosen={reader} label={t('Estimator')} onChoose={setReader} />
              <ReaderChoice value="site" chosen={reader} label={t('Site manager')} onChoose={setReader} />
            </fieldset>
          </div>
          <div className={styles.scroll}>
            <table className={styles.table} aria-label={t('Estimate to try out')}>
              <thead>
                <tr>
                  <th scope="col">{t('Pos.')}</th>
                  <th scope="col">{t('sample: Item')}</th>
                  <th scope="col" className={styles.number}>
                    {t('sample: Quantity')}
                  </th>
                  {owner && (
                    <>
                      <th scope="col" className={styles.number}>
                        {t('sample: Cost')}
                      </th>
                      <th scope="col" className={styles.number}>
                        {t('sample: Price')}
                      </th>
                      <th scope="col" className={styles.number}>
                        {t('sample: Total')}
                      </th>
                    </>
                  )}
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.position}>
                    <td className={styles.position}>{line.position}</td>
                    <th scope="row">{t(line.item)}</th>
                    <td className={styles.number}>
                      <QuantityCell line={line} onChange={(quantity) => change(line.position, quantity)} />
                    </td>
                    {owner && (
                      <>
                        <td className={styles.number}>
                          {formatDecimal(line.cost, region, { minDigits: 2 })}
                        </td>
                        <td className={styles.number}>
                          {formatDecimal(line.price, region, { minDigits: 2 })}
                        </td>
                        <td className={styles.number}>
                          {formatDecimal(lineTotal(line), region, { minDigits: 2 })}
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.foot} aria-live="polite">
            {owner ? (
              <>
                <span>
                  {t('Margin {{percent}} %', {
                    percent: formatDecimal(sheetMargin(lines), region, { minDigits: 1 }),
                  })}
                </span>
                <span className={styles.sum}>
                  {t('Net total')} <strong>{formatMoney(sheetTotal(lines), 'EUR', region)}</strong>
                </span>
              </>
            ) : (
              <span className={styles.secret}>
                <Icon name="lock" />
                {t('Prices do not exist for this role: not in the list, not in a search, not in an export.')}
              </span>
            )}
          </div>
        </div>
      </div>
      <figcaption className={styles.caption}>
        {t('Try it: change a quantity, or look at it as the site manager.')}
      </figcaption>
    </figure>
  )
}

interface ReaderChoiceProps {
  value: Reader
  chosen: Reader
  label: string
  onChoose: (reader: Reader) => void
}

function ReaderChoice({ value, chosen, label, onChoose }: ReaderChoiceProps) {
  return (
    <label className={styles.reader}>
      <input type="radio" name="reader" checked={chosen === value} onChange={() => onChoose(value)} />
      {label}
    </label>
  )
}

function QuantityCell({ line, onChange }: { line: SheetLine; onChange: (quantity: string) => void }) {
  const t = useTranslate()
  const region = useRegion()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = formatDecimal(line.quantity, { locale: region.locale })
  return (
    <span className={styles.quantity}>
      <input
        inputMode="decimal"
        aria-label={t('Quantity of {{item}}', { item: t(line.item) })}
        value={typed ?? shown}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          const quantity = readQuantity(event.target.value)
          if (quantity !== null) onChange(quantity)
        }}
        onBlur={() => setTyped(null)}
      />
      <span className={styles.unit}>{t(line.unit)}</span>
    </span>
  )
}
