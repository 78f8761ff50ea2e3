import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './command-import.module.css'
import { rejectedLines, type Outlook } from './outlook.ts'

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
      <Lines title={t('Rows that cannot be taken')} lines={rejectedLines(outlook)} />
      <Lines
        title={t('What changes')}
        lines={examples.changed.flatMap(({ code, changes }) =>
          changes.map(({ field, before, after }) => [code, field, `${before ?? '–'} → ${after ?? '–'}`]),
        )}
      />
      <Lines
        title={t('What is new')}
        lines={examples.added.map(({ code, name, price }) => [code, name, price ?? '–'])}
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

const Counts = ({ title, counts }: { title: string; counts: Outlook['items'] | Outlook['prices'] }) => (
  <tr>
    <th scope="row">{title}</th>
    <td>{counts.added}</td>
    <td>{counts.changed}</td>
    <td>{counts.unchanged}</td>
  </tr>
)

function Lines({ title, lines }: { title: string; lines: readonly (readonly string[])[] }) {
  if (lines.length === 0) return null
  return (
    <details className={styles.lines} open={lines.length <= 8}>
      <summary>
        {title} ({lines.length})
      </summary>
      <section className={styles.scroll} aria-label={title} tabIndex={0}>
        <table className={styles.table}>
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
      </section>
    </details>
  )
}
