import type { FieldDescription } from '#contracts/model-description.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './import-wizard.module.css'
import type { ImportPlan } from './import-plan.ts'

interface KeyChoiceProps {
  plan: ImportPlan
  fields: readonly FieldDescription[] | null
  onChange: (change: Partial<ImportPlan>) => void
}

/** Whether rows change records that are there, by which field they are found, and what others' changes are worth. */
export function KeyChoice({ plan, fields, onChange }: KeyChoiceProps) {
  const t = useTranslate()
  if (plan.model === null || !fields) return null
  const used = plan.columns.flatMap(({ skip, to }) => fields.filter(({ key }) => !skip && key === to))
  const first = (used.find(({ key, unique }) => key === 'id' || unique) ?? used[0])?.key ?? null
  const knows = plan.revision !== null || plan.from !== ''
  return (
    <div className={styles.keys}>
      <Checkbox
        label={t('Change records that are there already')}
        help={t('Otherwise every row becomes a new record.')}
        checked={plan.key !== null}
        disabled={used.length === 0}
        onChange={(on) => onChange({ key: on ? first : null })}
      />
      {plan.key !== null && (
        <>
          <SelectField
            label={t('Found by')}
            value={plan.key}
            onChange={(key) => onChange({ key })}
            options={used.map(({ key, label }) => ({ value: key, label }))}
          />
          <RadioGroup
            label={t('When the key of a row is empty')}
            value={plan.withoutKey}
            onChange={(withoutKey) => onChange({ withoutKey: withoutKey as ImportPlan['withoutKey'] })}
            options={[
              { value: 'refuse', label: t('It is a mistake') },
              { value: 'create', label: t('It becomes a new record') },
            ]}
          />
          {plan.revision === null ? (
            <DateField
              label={t('The file is from')}
              help={t('Then what others changed since stays. Without a day the file writes over everything.')}
              value={plan.from}
              onChange={(from) => onChange({ from })}
            />
          ) : (
            <span className={styles.faint}>
              {t('The column “Revision” says which state of each record the file was made from.')}
            </span>
          )}
          {knows && (
            <RadioGroup
              label={t('When somebody else changed the same value since')}
              value={plan.mode === 'all_or_nothing' && plan.conflicts === 'ask' ? 'skip' : plan.conflicts}
              onChange={(conflicts) => onChange({ conflicts: conflicts as ImportPlan['conflicts'] })}
              options={[
                ...(plan.mode === 'skip_bad' ? [{ value: 'ask', label: t('Ask me afterwards') }] : []),
                { value: 'skip', label: t('Leave the row out') },
                { value: 'overwrite', label: t('The file counts') },
              ]}
            />
          )}
        </>
      )}
    </div>
  )
}
