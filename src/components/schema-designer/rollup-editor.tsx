import { useState } from 'react'
import type { ComputedField, RollupFunction } from '#contracts/computed-field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FormulaInput } from '../formula-editor/formula-input.tsx'
import { formulaNames, rollupSources, type FormulaModel } from '../formula-editor/formula-names.ts'
import { ConditionEditor } from './condition-editor.tsx'
import styles from './schema-designer.module.css'

type Rollup = NonNullable<ComputedField['rollup']>

interface RollupEditorProps {
  model: FormulaModel
  models: readonly FormulaModel[]
  rollup: Rollup
  wrong: (part: string) => { error?: string; wrongAt?: number | null }
  onChange: (rollup: Rollup) => void
}

const words: Record<RollupFunction, string> = {
  sum: 'The sum',
  count: 'How many there are',
  min: 'The least',
  max: 'The greatest',
  avg: 'The average',
  list: 'All of them, as a list',
}

/** Over which related records, what of them, and which of them count. */
export function RollupEditor({ model, models, rollup, wrong, onChange }: RollupEditorProps) {
  const t = useTranslate()
  const sources = rollupSources(model, models)
  const target = sources.find(({ of }) => of === rollup.of)?.target
  const [filtered, setFiltered] = useState(rollup.where !== undefined)
  const set = (change: Partial<Rollup>): void => {
    const next = { ...rollup, ...change }
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as Rollup)
  }
  const plain = plainFields(target?.fields ?? [])
  const isField = rollup.value === undefined || (target?.fields ?? []).some(({ key }) => key === rollup.value)
  const [byHand, setByHand] = useState(!isField)
  if (sources.length === 0)
    return (
      <Notice tone="info">
        {t('A roll-up needs related records: add a relation to {{model}} in another model first.', {
          model: model.label,
        })}
      </Notice>
    )
  return (
    <>
      <SelectField
        label={t('Over the records')}
        required
        value={rollup.of}
        placeholder={t('Choose …')}
        onChange={(of) => set({ of, value: undefined, where: undefined })}
        options={sources.map(({ of, label }) => ({ value: of, label }))}
        error={wrong('rollup.of').error ?? wrong('rollup').error}
      />
      <SelectField
        label={t('What is worked out')}
        value={rollup.fn}
        onChange={(fn) => set({ fn: fn as RollupFunction, ...(fn === 'count' && { value: undefined }) })}
        options={(Object.keys(words) as RollupFunction[]).map((fn) => ({ value: fn, label: t(words[fn]) }))}
      />
      {target && rollup.fn !== 'count' && (
        <div className={styles.default}>
          {byHand ? (
            <FormulaInput
              label={t('Of each')}
              required
              value={rollup.value ?? ''}
              onChange={(value) => set({ value: value === '' ? undefined : value })}
              names={formulaNames(target.fields, models)}
              placeholder="price * quantity"
              {...wrong('rollup.value')}
            />
          ) : (
            <SelectField
              label={t('Of each')}
              required
              value={rollup.value ?? ''}
              placeholder={t('Choose …')}
              onChange={(value) => set({ value: value === '' ? undefined : value })}
              options={target.fields
                .filter(({ type }) => type !== 'file' && type !== 'image')
                .map(({ key, label }) => ({ value: key, label }))}
              error={rollup.value === undefined ? undefined : wrong('rollup.value').error}
            />
          )}
          <RadioGroup
            label={t('What is taken of each')}
            hideLabel
            look="segments"
            value={byHand ? 'formula' : 'field'}
            onChange={(next) => setByHand(next === 'formula')}
            options={[
              { value: 'field', label: t('A field') },
              { value: 'formula', label: t('Worked out') },
            ]}
          />
        </div>
      )}
      {target &&
        (filtered ? (
          <fieldset className={styles.rules}>
            <legend className={styles.legend}>{t('Only those that')}</legend>
            <ConditionEditor
              key={rollup.of}
              label={t('Only those that')}
              text={rollup.where ?? ''}
              fields={plain}
              help={t('Fields of {{model}} by their keys.', { model: target.label })}
              onChange={(where) => set({ where: where === '' ? undefined : where })}
            />
            {wrong('rollup.where').error && <Notice tone="danger">{wrong('rollup.where').error}</Notice>}
            <Button
              size="compact"
              variant="ghost"
              icon="x"
              onClick={() => {
                setFiltered(false)
                set({ where: undefined })
              }}
            >
              {t('Count all of them')}
            </Button>
          </fieldset>
        ) : (
          <div>
            <Button size="compact" variant="ghost" icon="filter" onClick={() => setFiltered(true)}>
              {t('Only some of them …')}
            </Button>
          </div>
        ))}
    </>
  )
}
