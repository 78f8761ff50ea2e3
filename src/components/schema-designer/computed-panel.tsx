import { useMemo } from 'react'
import type { ComputedField, FieldDefinition } from '#contracts/computed-field.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import { formulaExamples } from '../formula-editor/examples.ts'
import { FormulaExamples } from '../formula-editor/formula-examples.tsx'
import { FormulaInput } from '../formula-editor/formula-input.tsx'
import { formulaNames, type FormulaModel } from '../formula-editor/formula-names.ts'
import { ComputedCheck } from './computed-check.tsx'
import { ComputedForm } from './computed-form.tsx'
import { HelpInput, KeyInput } from './field-naming.tsx'
import { computedKinds } from './field-kinds.ts'
import { LookupEditor } from './lookup-editor.tsx'
import { RollupEditor } from './rollup-editor.tsx'
import { PanelActions } from './panel-actions.tsx'
import styles from './schema-designer.module.css'
import { useFormulaCheck } from './use-formula-check.ts'

interface ComputedPanelProps {
  /** Key and label of the model the field belongs to. */
  model: { key: string; label: string }
  field: ComputedField
  fresh: boolean
  problem: string | undefined
  /** The other fields of the model as they stand, for the check. */
  others: readonly FieldDefinition[]
  onChange: (field: ComputedField) => void
  onRemove: () => void
  onDuplicate: () => void
}

/** Everything about a field that is worked out: what from, how it shows, and what comes out for real records. */
export function ComputedPanel(props: ComputedPanelProps) {
  const { model, field, fresh, problem, others, onChange, onRemove, onDuplicate } = props
  const t = useTranslate()
  const models = useModels()
  const set = (change: Partial<ComputedField>): void => onChange({ ...field, ...change })
  const all = useMemo(
    (): FormulaModel[] =>
      (models.data ?? []).map(({ key, label, schema }) => ({
        key,
        label,
        // The model that is being designed counts as it stands here.
        fields: key === model.key ? others : (schema?.fields ?? []),
      })),
    [models.data, model.key, others],
  )
  const names = useMemo(() => formulaNames(others, all), [others, all])
  const examples = useMemo(() => formulaExamples(others, all), [others, all])
  const check = useFormulaCheck(model.key, others, field)
  const wrong = (part: string): { error?: string; wrongAt?: number | null } => {
    const found = check.problems.find((one) => one.part === part)
    return found ? { error: t(found.message), wrongAt: found.at } : {}
  }
  return (
    <div className={styles.form}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <p className={styles.hint}>
        <strong>{t(computedKinds[field.type].label)}</strong> · {t(computedKinds[field.type].hint)}
      </p>
      <TextField
        label={t('Name')}
        value={field.label}
        onChange={(label) => set({ label })}
        required
        maxLength={200}
        autoComplete="off"
      />
      {field.type === 'formula' && (
        <>
          <FormulaInput
            label={t('Formula')}
            required
            value={field.formula ?? ''}
            onChange={(formula) => set({ formula })}
            names={names}
            placeholder={examples[0]?.formula ?? 'price * quantity'}
            help={t('Begin to write the name of a field or function; Ctrl and Space list all of them.')}
            {...wrong('formula')}
          />
          {(field.formula ?? '') === '' && (
            <FormulaExamples examples={examples} onTake={(formula) => set({ formula })} />
          )}
        </>
      )}
      {field.type === 'lookup' && (
        <LookupEditor
          fields={others}
          models={all}
          path={field.lookup ?? ''}
          error={wrong('lookup').error}
          onChange={(lookup) => set({ lookup })}
        />
      )}
      {field.type === 'rollup' && (
        <RollupEditor
          model={{ ...model, fields: others }}
          models={all}
          rollup={field.rollup ?? { of: '', fn: 'sum' }}
          wrong={wrong}
          onChange={(rollup) => set({ rollup })}
        />
      )}
      <ComputedCheck field={field} check={check} />
      <ComputedForm field={field} result={check.result} wrong={wrong('result').error} set={set} />
      <Checkbox
        label={
          field.type === 'lookup'
            ? t('Show to every role whose list of fields names it')
            : t('Show to everybody who may see the record')
        }
        help={t('Otherwise it shows only to who may read every field it is worked out from.')}
        checked={field.declassified === true}
        onChange={(declassified) => set({ declassified: declassified || undefined })}
      />
      <HelpInput value={field.description} onChange={(description) => set({ description })} />
      <KeyInput value={field.key} fresh={fresh} onChange={(key) => set({ key })} />
      <PanelActions onDuplicate={onDuplicate} onRemove={onRemove} />
    </div>
  )
}
