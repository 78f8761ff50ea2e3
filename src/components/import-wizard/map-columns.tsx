import { useModel } from '#engine/data/use-model.ts'
import { Button } from '#ui/button.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { useRegion } from '#ui/region.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import { WizardFrame } from '../wizard/wizard-frame.tsx'
import { AddChoices } from './add-choices.tsx'
import { ColumnTable } from './column-table.tsx'
import { FileFacts } from './file-facts.tsx'
import { ImportPreview } from './import-preview.tsx'
import { KeyChoice } from './key-choice.tsx'
import styles from './import-wizard.module.css'
import { firstPlan, planProblem, unfilled, type ImportPlan } from './import-plan.ts'
import { asBefore, matched } from './match-columns.ts'
import type { ImportFlow } from './use-import.ts'

interface MapColumnsProps {
  steps: readonly string[]
  flow: ImportFlow
}

/** What the file holds, what becomes of each column, and how the first rows will look. */
export function MapColumns({ steps, flow }: MapColumnsProps) {
  const t = useTranslate()
  const region = useRegion()
  const models = useModels()
  const plan = flow.step === 'columns' ? flow.plan : null
  const target = useModel(plan?.model ?? null)
  if (flow.step !== 'columns' || !plan) return null
  const { staged } = flow
  const before = staged.before.find(({ model }) => model === plan.model)
  // The fields of the chosen model have just arrived: match once, then it is the reader's.
  if (plan.model !== null && target.data?.key === plan.model && plan.matchedTo !== plan.model) {
    const { fields } = target.data
    flow.setPlan(before ? asBefore(plan, fields, before) : matched(plan, fields))
  }
  const set = (change: Partial<ImportPlan>): void => flow.setPlan({ ...plan, ...change })
  const problem = planProblem(plan)
  const existing = (models.data ?? []).map(({ key, label }) => ({ value: key, label }))
  const rows = formatNumber(staged.rows, region)
  const missing = unfilled(plan, target.data?.fields ?? [])

  return (
    <WizardFrame
      steps={steps}
      at={1}
      title={t('What is in it')}
      text={t('{{rows}} rows and {{count}} columns in {{name}}. Check what each column holds.', {
        rows,
        count: staged.columns.length,
        name: staged.name,
      })}
      actions={
        <>
          <Button icon="chevron-left" variant="ghost" onClick={flow.back}>
            {t('Another file')}
          </Button>
          <Button
            variant="primary"
            disabled={problem !== null}
            loading={flow.reading}
            onClick={() => void flow.run()}
          >
            {t('Import {{rows}} rows', { rows })}
          </Button>
          {problem && <span className={styles.faint}>{t(problem)}</span>}
        </>
      }
    >
      <div className={styles.plan}>
        {flow.problem && <Notice tone="danger">{flow.problem}</Notice>}
        <div className={styles.target}>
          {staged.sheets && staged.sheets.length > 1 && (
            <SelectField
              label={t('Sheet')}
              value={staged.sheet ?? ''}
              onChange={(sheet) => flow.file && void flow.stage(flow.file, sheet)}
              options={staged.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            />
          )}
          <SelectField
            label={t('Goes to')}
            value={plan.model ?? ''}
            onChange={(model) =>
              set(
                model === ''
                  ? { ...firstPlan(staged, null), model: null, label: plan.label }
                  : { model, matchedTo: null, key: null },
              )
            }
            options={[{ value: '', label: t('A new list with its own screens') }, ...existing]}
          />
          {plan.model === null && (
            <TextField
              label={t('Name of the list')}
              value={plan.label}
              onChange={(label) => set({ label })}
              required
              maxLength={200}
              autoComplete="off"
            />
          )}
        </div>
        <FileFacts staged={staged} />
        {before && (
          <p className={styles.faint}>
            {t('Columns and rules are those of your last file with these columns.')}
          </p>
        )}
        <ColumnTable
          staged={staged}
          plan={plan}
          fields={target.data?.fields ?? null}
          onChange={(columns) => set({ columns })}
        />
        {target.data && <AddChoices staged={staged} plan={plan} fields={target.data.fields} />}
        {missing.length > 0 && (
          <Notice tone="warning">
            {t(
              'Every record needs “{{names}}”, and no column fills it. New rows are refused where it does not begin with a value.',
              { names: missing.join(t('”, “')) },
            )}
          </Notice>
        )}
        <ImportPreview staged={staged} plan={plan} fields={target.data?.fields ?? null} />
        <div className={styles.target}>
          <RadioGroup
            label={t('When a row has a mistake')}
            value={plan.mode}
            onChange={(mode) => set({ mode: mode === 'skip_bad' ? 'skip_bad' : 'all_or_nothing' })}
            options={[
              { value: 'all_or_nothing', label: t('Import nothing and show the mistakes') },
              { value: 'skip_bad', label: t('Leave the row out and import the others') },
            ]}
          />
          <KeyChoice plan={plan} fields={target.data?.fields ?? null} onChange={set} />
        </div>
      </div>
    </WizardFrame>
  )
}
