import type { ReactNode } from 'react'
import { unitText } from '#base/unit-text.ts'
import { useDescriptions } from '#engine/data/use-descriptions.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { VersionValue } from '../timeline/version-value.tsx'
import styles from './command-import.module.css'
import { rejectedLines, type Outlook, type PriceTerms } from './outlook.ts'
import { termsText } from './terms-text.ts'

interface ImportOutlookProps {
  outlook: Outlook
  busy: boolean
  problem: string | null
  onRun: (leaveOut: boolean) => void
  onBack: () => void
}

const shown = 100

/** What a file would change, before anything is written. */
export function ImportOutlook({ outlook, busy, problem, onRun, onBack }: ImportOutlookProps) {
  const t = useTranslate()
  const { items, prices, rejected, examples } = outlook
  const [rejectedTerms, addedTerms] = [
    useTerms(t('Price for'), outlook.rejected_rows),
    useTerms(t('Price for'), examples.added),
  ]
  const nothing = items.added + items.changed + prices.added + prices.changed === 0
  return (
    <div className={styles.stack}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <section className={styles.scroll} aria-label={t('What the file would change')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[t('Kind'), t('New'), t('Changed'), t('Unchanged')].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Counts title={t('Items')} counts={items} />
            <Counts title={t('Prices')} counts={prices} />
          </tbody>
        </table>
      </section>
      {nothing && <Notice tone="info">{t('The file changes nothing: all of it is there already.')}</Notice>}
      {rejected > 0 && (
        <Notice tone="warning">
          {t('{{count}} rows cannot be taken as they are.', { count: rejected })}
        </Notice>
      )}
      <LeftOut {...outlook} />
      <Lines
        title={t('Rows that cannot be taken')}
        count={rejected}
        heads={[t('Row'), t('Code'), ...rejectedTerms.head, t('Reason')]}
        lines={rejectedLines(outlook).map(([row, code, reason], at) => [
          row,
          code,
          ...rejectedTerms.cell(at),
          reason,
        ])}
      />
      <Changes {...examples} />
      <Lines
        title={t('What is new')}
        count={examples.added.length + examples.more_added}
        heads={[t('Code'), t('Name'), t('Unit'), ...addedTerms.head, t('Price')]}
        lines={examples.added.map(({ code, name, unit, price }, at) => [
          code,
          name,
          t(unitText(unit)),
          ...addedTerms.cell(at),
          <Amount key="price" value={price} minDigits={2} />,
        ])}
      />
      <div className={styles.buttons}>
        <Button onClick={onBack}>{t('Another file')}</Button>
        <Button variant="primary" loading={busy} disabled={nothing} onClick={() => onRun(rejected > 0)}>
          {rejected > 0 ? t('Import without these rows') : t('Import')}
        </Button>
      </div>
    </div>
  )
}

function Counts({ title, counts }: { title: string; counts: Outlook['items'] | Outlook['prices'] }) {
  const region = useRegion()
  return (
    <tr>
      <th scope="row">{title}</th>
      {[counts.added, counts.changed, counts.unchanged].map((count, at) => (
        <td key={at}>{formatNumber(count, region)}</td>
      ))}
    </tr>
  )
}

/** A column that says what each price is for, where one of them is not for everything. */
function useTerms(title: string, rows: readonly PriceTerms[]) {
  const t = useTranslate()
  const region = useRegion()
  const texts = rows.map((terms) => termsText(terms, t, region))
  const isShown = texts.some((text) => text !== '')
  return {
    head: isShown ? [title] : [],
    cell: (at: number): string[] => (isShown ? [texts[at] ?? ''] : []),
  }
}

/** What of the file is not read, and which suppliers are not known. */
function LeftOut({
  unread_columns,
  unknown_suppliers,
}: Pick<Outlook, 'unread_columns' | 'unknown_suppliers'>) {
  const t = useTranslate()
  const suppliers = unknown_suppliers.map(({ supplier }) => supplier).join(', ')
  return (
    <>
      {unread_columns.length > 0 && (
        <Notice tone="info">
          {t('These columns are not read: {{columns}}.', { columns: unread_columns.join(', ') })}
        </Notice>
      )}
      {suppliers !== '' && (
        <Notice tone="warning">
          {t('Items are taken without a supplier where none or several have its name: {{suppliers}}.', {
            suppliers,
          })}
        </Notice>
      )}
    </>
  )
}

/** Each value that changes, by the name of its field and as the field draws it. */
function Changes({ changed, more }: Pick<Outlook['examples'], 'changed' | 'more'>) {
  const t = useTranslate()
  const { models } = useDescriptions([...new Set(changed.map(({ model }) => model))])
  const terms = useTerms(t('Price for'), changed)
  const lines = changed.flatMap(({ code, model, changes }, at) =>
    changes.map(({ field: key, before, after }) => {
      const field = models.get(model)?.fields.find((one) => one.key === key)
      // A record that is meant is named already.
      if (!field || field.type === 'relation')
        return [code, ...terms.cell(at), field?.label ?? key, before ?? '–', after ?? '–']
      return [
        code,
        ...terms.cell(at),
        field.label,
        <VersionValue key="before" field={field} value={before} />,
        <VersionValue key="after" field={field} value={after} />,
      ]
    }),
  )
  const heads = [t('Code'), ...terms.head, t('Field'), t('Before'), t('After')]
  return <Lines title={t('What changes')} count={lines.length + more} heads={heads} lines={lines} />
}

interface LinesProps {
  title: string
  /** How many there are in all: the first of them are shown. */
  count: number
  heads: readonly string[]
  lines: readonly (readonly ReactNode[])[]
}

function Lines({ title, count, heads, lines }: LinesProps) {
  const t = useTranslate()
  const region = useRegion()
  if (lines.length === 0) return null
  const more = count - Math.min(lines.length, shown)
  return (
    <details className={styles.lines} open={lines.length <= 8}>
      <summary>
        {title} ({formatNumber(count, region)})
      </summary>
      <section className={styles.scroll} aria-label={title} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map((cells, at) => (
              <tr key={at}>
                {cells.map((cell, place) => (
                  <td key={place}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 && <p className={styles.quiet}>{t('{{count}} more', { count: more })}</p>}
      </section>
    </details>
  )
}
