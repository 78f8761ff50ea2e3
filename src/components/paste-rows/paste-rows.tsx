import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { editableDecimal } from '#ui/decimal-marks.ts'
import { parseDecimal } from '#ui/parse-decimal.ts'
import { useRegion } from '#ui/region.ts'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { pasteRows } from './paste-rows.definition.ts'
import styles from './paste-rows.module.css'
import { decodeFile } from './decode-file.ts'
import { readRows } from './read-rows.ts'
import { RunRows } from './run-rows.tsx'

const shown = 8

/** Where rows of a spreadsheet are pasted, and the first of them as they were read. */
export function PasteRows({ props, expose, emit }: ViewProps<typeof pasteRows>) {
  const { label, help, columns, most, from_file, single, run } = props
  const t = useTranslate()
  const { locale } = useRegion()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [unread, setUnread] = useState(false)
  const put = (next: string): void => {
    setUnread(false)
    setText(next)
  }
  const { rows, found, wrong } = useMemo(
    () => readRows(text, columns, (cell) => parseDecimal(cell, locale), { fromFile: from_file, single }),
    [text, columns, locale, from_file, single],
  )
  const tooMany = rows.length > most
  const sound = rows.length > 0 && wrong.length === 0 && !tooMany
  useEffect(() => expose('rows', sound ? rows : null), [expose, sound, rows])
  useEffect(() => expose('count', rows.length), [expose, rows.length])
  const [first] = wrong
  return (
    <div className={styles.box}>
      <TextArea label={label} {...(help && { help })} value={text} onChange={put} rows={4} />
      {from_file && (
        <div>
          <input
            ref={file}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            hidden
            aria-label={t('CSV file')}
            onChange={(event) => {
              const [chosen] = event.target.files ?? []
              event.target.value = ''
              if (chosen)
                void chosen.arrayBuffer().then(
                  (bytes) => put(decodeFile(bytes)),
                  () => setUnread(true),
                )
            }}
          />
          <Button icon="upload" onClick={() => file.current?.click()}>
            {t('Choose a CSV file')}
          </Button>
        </div>
      )}
      {unread && <Notice tone="warning">{t('The file could not be read.')}</Notice>}
      {first && (
        <Notice tone="warning" title={t('{{count}} cells are no numbers', { count: wrong.length })}>
          {t('Row {{row}}, {{column}}: “{{text}}”', {
            row: first.row,
            column: first.label,
            text: first.text,
          })}
        </Notice>
      )}
      {tooMany && (
        <Notice tone="warning">{t('At most {{most}} rows can be pasted at once.', { most })}</Notice>
      )}
      {rows.length > 0 && (
        // What scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.preview} tabIndex={0} aria-label={t('How it is read')}>
          <table className={styles.table}>
            <caption className={styles.caption}>{t('{{count}} rows', { count: rows.length })}</caption>
            <thead>
              <tr>
                {found.map((column) => (
                  <th
                    key={column.key}
                    scope="col"
                    className={column.kind === 'number' ? styles.number : undefined}
                  >
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row, index) => (
                <tr key={index}>
                  {found.map((column) => (
                    <td key={column.key} className={column.kind === 'number' ? styles.number : undefined}>
                      {column.kind === 'number'
                        ? editableDecimal(row[column.key] ?? '', locale)
                        : row[column.key]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {run && <RunRows run={run} rows={sound ? rows : null} onDone={() => emit('done')} />}
    </div>
  )
}
