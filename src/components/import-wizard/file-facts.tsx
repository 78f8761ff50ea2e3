import type { StagedImport } from '#contracts/api/imports.ts'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'

const separators: Record<string, string> = {
  ',': 'Separated by commas',
  ';': 'Separated by semicolons',
  '\t': 'Separated by tabs',
  '|': 'Separated by bars',
}

/** How the file is written, as far as it was found out: separator, letters, decimal mark, order of dates. */
export function FileFacts({ staged }: { staged: StagedImport }) {
  const t = useTranslate()
  const region = useRegion()
  const { dialect, columns, looked, rows } = staged
  const numbers = columns.find(({ reads, type }) => reads && type !== 'date' && type !== 'datetime')
  // A date that begins with its year leaves no doubt about day and month.
  const dates = columns.find(
    ({ reads, type, samples }) =>
      reads && (type === 'date' || type === 'datetime') && samples.some((sample) => !/^\d{4}-/.test(sample)),
  )
  const separator = separators[dialect?.delimiter ?? '']
  const facts = [
    ...(separator ? [t(separator)] : []),
    ...(dialect && dialect.encoding !== 'utf-8' ? [dialect.encoding] : []),
    ...(numbers?.reads?.mark === ',' ? [t('decimal comma')] : numbers ? [t('decimal point')] : []),
    ...(dates?.reads?.order === 'mdy' ? [t('dates with the month first')] : []),
    ...(dates?.reads?.order === 'dmy' ? [t('dates with the day first')] : []),
    ...(region.timeZone && columns.some(({ type }) => type === 'datetime')
      ? [t('times without a zone are those of {{zone}}', { zone: region.timeZone })]
      : []),
    ...(looked < rows
      ? [t('types found by {{number}} rows all over the file', { number: formatNumber(looked, region) })]
      : []),
  ]
  return facts.length > 0 ? <p className={styles.faint}>{facts.join(' · ')}</p> : null
}
