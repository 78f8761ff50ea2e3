import type { ComponentType } from 'react'
import type { ModelDescription } from '#contracts/model-description.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { choicesFor, choiceWords, type Choice } from './condition.ts'
import { offeredFields } from './condition-editor.tsx'
import { ConditionValue, type ConditionValueProps } from './condition-value.tsx'
import styles from './filter-chips.module.css'
import { RuleValuePart } from './rule-value-part.tsx'
import { takesRuleValue } from './rule-values.ts'
import { firstChoice, newGroup, newLine, type GroupDraft, type LineDraft } from './group-draft.ts'

/** Groups deeper than this are refused by the server together with everything around them. */
const deepest = 4

interface GroupEditorProps {
  model: ModelDescription
  group: GroupDraft
  depth: number
  /** Values may be what is known of whoever asks. */
  rule?: boolean | undefined
  /** How a value is asked for, where it may be more than a fixed one. */
  valuePart?: ComponentType<ConditionValueProps> | undefined
  onChange: (group: GroupDraft) => void
  onRemove?: () => void
}

/** A group of conditions: all of them, or any of them, must hold. */
export function GroupEditor({ model, group, depth, rule, valuePart, onChange, onRemove }: GroupEditorProps) {
  const t = useTranslate()
  const put = (at: number, part: GroupDraft | LineDraft | null): void =>
    onChange({
      ...group,
      parts: part ? group.parts.with(at, part) : group.parts.filter((_part, other) => other !== at),
    })
  return (
    <div className={classes(styles.group, depth > 0 && styles.nested)}>
      <div className={styles.groupHead}>
        <RadioGroup
          label={t('How many must hold')}
          hideLabel
          look="segments"
          value={group.join}
          onChange={(join) => onChange({ ...group, join: join === 'or' ? 'or' : 'and' })}
          options={[
            { value: 'and', label: t('All of these') },
            { value: 'or', label: t('Any of these') },
          ]}
        />
        {onRemove && <IconButton icon="trash" size="compact" label={t('Remove group')} onClick={onRemove} />}
      </div>
      {group.parts.map((part, at) =>
        part.kind === 'group' ? (
          <GroupEditor
            key={part.id}
            model={model}
            group={part}
            depth={depth + 1}
            rule={rule}
            valuePart={valuePart}
            onChange={(next) => put(at, next)}
            onRemove={() => put(at, null)}
          />
        ) : (
          <ConditionLine
            key={part.id}
            model={model}
            line={part}
            rule={rule}
            valuePart={valuePart}
            onChange={(next) => put(at, next)}
            onRemove={() => put(at, null)}
          />
        ),
      )}
      <div>
        <Button
          size="compact"
          variant="ghost"
          icon="plus"
          onClick={() => onChange({ ...group, parts: [...group.parts, newLine()] })}
        >
          {t('Add condition')}
        </Button>
        {depth + 1 < deepest && (
          <Button
            size="compact"
            variant="ghost"
            icon="branch"
            onClick={() =>
              onChange({ ...group, parts: [...group.parts, newGroup(group.join === 'and' ? 'or' : 'and')] })
            }
          >
            {t('Add group')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface ConditionLineProps {
  model: ModelDescription
  line: LineDraft
  rule: boolean | undefined
  valuePart: ComponentType<ConditionValueProps> | undefined
  onChange: (line: LineDraft) => void
  onRemove: () => void
}

function ConditionLine({ model, line, rule, valuePart, onChange, onRemove }: ConditionLineProps) {
  const t = useTranslate()
  const Value = valuePart ?? (rule ? RuleValuePart : ConditionValue)
  const id = model.fields.find(({ key }) => key === 'id')
  const fields = [
    ...offeredFields(model, undefined),
    // Which record it is can only be said of the one that stands for whoever asks.
    ...(rule && id ? [{ ...id, label: t('The record itself') }] : []),
  ]
  const field = fields.find(({ key }) => key === line.field)
  const choices = field ? choicesFor(field) : []
  const choose = (key: string): void => {
    const next = fields.find((one) => one.key === key) ?? null
    onChange({
      ...line,
      field: next?.key ?? null,
      choice: next && firstChoice(next, valuePart || rule ? takesRuleValue : () => true),
      value: null,
    })
  }
  return (
    <div className={styles.line}>
      <div className={styles.parts}>
        <Combobox
          label={t('Field')}
          value={line.field ?? ''}
          onChange={choose}
          options={fields.map(({ key, label }) => ({ value: key, label }))}
          clearable={false}
        />
        {field && (
          <SelectField
            label={t('Condition')}
            value={line.choice ?? ''}
            options={choices.map((one) => ({ value: one, label: t(choiceWords(one, field)) }))}
            onChange={(choice) => onChange({ ...line, choice: choice as Choice, value: null })}
          />
        )}
        {field && line.choice && (
          <Value
            field={field}
            choice={line.choice}
            value={line.value}
            onChange={(value) => onChange({ ...line, value })}
          />
        )}
      </div>
      <IconButton icon="x" size="compact" label={t('Remove condition')} onClick={onRemove} />
    </div>
  )
}
