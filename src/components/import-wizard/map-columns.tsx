import { useState } from 'react'
import type { ImportRun, StagedImport } from '#contracts/api/imports.ts'
import type { ModelDescription } from '#contracts/model-description.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ColumnRow } from './column-row.tsx'
import { draftProblem, runOf, startDraft, type ColumnChoice } from './import-draft.ts'
import styles from './import-wizard.module.css'
import { PreviewTable } from './preview-table.tsx'

interface MapColumnsProps {
  staged: StagedImport
  /** The model to import into; null makes a new one. */
  model: ModelDescription | null
  onBack(): void
  onRun(run: ImportRun): void
}

/** The second step: what each column becomes, with the first rows as proof. */
export function MapColumns({ staged, model, onBack, onRun }: MapColumnsProps) {
  const t = useTranslate()
  const region = useRegion()
  const [draft, setDraft] = useState(() => startDraft(staged, model))
  const problem = draftProblem(draft)
  const choose = (key: string, choice: ColumnChoice): void =>
    setDraft((now) => ({ ...now, columns: { ...now.columns, [key]: choice } }))
  const rows = formatNumber(staged.rows, region)
  const codes = staged.columns.filter((column) => draft.columns[column.key]?.use !== 'skip')

  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) onRun(runOf(draft))
      }}
    >
      <p className={styles.lead}>
        {t('{{name}}: {{rows}} rows, {{columns}} columns', {
          name: staged.name,
          rows,
          columns: staged.columns.length,
        })}
      </p>
      {!model && (
        <TextField
          className={styles.name}
          label={t('Name of the new model')}
          help={t('What these records are: price book, suppliers, equipment.')}
          value={draft.label}
          onChange={(label) => setDraft({ ...draft, label })}
        />
      )}
      <section className={styles.scroll} aria-label={t('Columns')} tabIndex={0}>
        <table className={styles.columns}>
          <thead>
            <tr>
              <th scope="col">{t('Import')}</th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('First values')}</th>
              <th scope="col">{model ? t('Goes into') : t('Field name')}</th>
              <th scope="col">{t('Type')}</th>
            </tr>
          </thead>
          <tbody>
            {staged.columns.map((column) => (
              <ColumnRow
                key={column.key}
                column={column}
                rows={staged.rows}
                model={model}
                choice={draft.columns[column.key] ?? { use: 'skip' }}
                onChange={(choice) => choose(column.key, choice)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.options}>
        <SelectField
          className={styles.name}
          label={t('A row is known by')}
          help={t('Importing again changes records with the same value instead of adding them twice.')}
          value={draft.code ?? ''}
          onChange={(code) => setDraft({ ...draft, code: code || null })}
          placeholder={t('Nothing: always add')}
          options={codes.map((column) => ({ value: column.key, label: column.label }))}
        />
        <Checkbox
          label={t('Leave out rows with mistakes')}
          help={t('Otherwise one bad row stops the whole import, and nothing is written.')}
          checked={draft.skipBad}
          onChange={(skipBad) => setDraft({ ...draft, skipBad })}
        />
      </div>
      <details>
        <summary className={styles.summary}>
          {t('First {{count}} rows as they stand in the file', { count: staged.preview.length })}
        </summary>
        <PreviewTable staged={staged} />
      </details>
      {problem && <Notice tone="warning">{t(problem)}</Notice>}
      <div className={styles.buttons}>
        <Button variant="ghost" onClick={onBack}>
          {t('Choose another file')}
        </Button>
        <Button type="submit" variant="primary" disabled={problem !== null}>
          {t('Import {{rows}} rows', { rows })}
        </Button>
      </div>
    </form>
  )
}
