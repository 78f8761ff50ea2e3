import { useState } from 'react'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { asOffered, choicesFor, choiceWords, toCondition, type Choice, type Condition } from './condition.ts'
import { ConditionValue } from './condition-value.tsx'
import styles from './filter-chips.module.css'

interface ConditionEditorProps {
  model: ModelDescription
  first?: readonly string[] | undefined
  condition?: Condition
  /** Begin with this field. */
  field?: string | undefined
  onTake: (condition: Condition) => void
  /** Leads to conditions joined with "or". */
  onCombine?: () => void
}

/** One condition: which field, what of it, which value. */
export function ConditionEditor({
  model,
  first,
  condition,
  field: given,
  onTake,
  onCombine,
}: ConditionEditorProps) {
  const t = useTranslate()
  const [key, setKey] = useState(condition?.field ?? given ?? null)
  const field = model.fields.find((one) => one.key === key)
  const begun = condition && field ? asOffered(condition, field) : null
  const [choice, setChoice] = useState<Choice | null>(begun?.choice ?? null)
  const [value, setValue] = useState<unknown>(begun?.value ?? null)

  if (!field) return <FieldList model={model} first={first} onChoose={setKey} onCombine={onCombine} />
  const choices = choicesFor(field)
  const asked = choice && choices.includes(choice) ? choice : (choices[0] ?? 'eq')
  const done = toCondition(field.key, asked, value)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        // Where it stands in another form, that one is not sent with it.
        event.stopPropagation()
        if (done) onTake(done)
      }}
    >
      <SelectField
        label={field.label}
        value={asked}
        options={choices.map((one) => ({ value: one, label: t(choiceWords(one, field)) }))}
        onChange={(next) => {
          if ((next === 'between') !== (asked === 'between') || isList(next as Choice) !== isList(asked))
            setValue(null)
          setChoice(next as Choice)
        }}
      />
      <ConditionValue field={field} choice={asked} value={value} onChange={setValue} />
      <div className={styles.actions}>
        {!condition && (
          <Button size="compact" variant="ghost" icon="chevron-left" onClick={() => setKey(null)}>
            {t('Other field')}
          </Button>
        )}
        <Button size="compact" type="submit" variant="primary" disabled={done === null}>
          {condition ? t('Change condition') : t('Add condition')}
        </Button>
      </div>
    </form>
  )
}

const isList = (choice: Choice): boolean => choice === 'in' || choice === 'nin'

interface FieldListProps {
  model: ModelDescription
  first: readonly string[] | undefined
  onChoose: (key: string) => void
  onCombine: (() => void) | undefined
}

function FieldList({ model, first, onChoose, onCombine }: FieldListProps) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const fits = ({ label, key }: FieldDescription): boolean =>
    `${label} ${key}`.toLowerCase().includes(words.toLowerCase())
  const offered = offeredFields(model, first).filter(fits)
  return (
    <div className={styles.editor}>
      <TextField
        label={t('Find a field')}
        hideLabel
        type="search"
        placeholder={t('Find a field')}
        value={words}
        onChange={setWords}
        compact
      />
      <div className={styles.fields}>
        {offered.map((field) => (
          <button key={field.key} type="button" className={styles.field} onClick={() => onChoose(field.key)}>
            {field.label}
          </button>
        ))}
      </div>
      {onCombine && (
        <Button size="compact" variant="ghost" icon="branch" onClick={onCombine}>
          {t('Combine with “and” and “or” …')}
        </Button>
      )}
    </div>
  )
}

/** Fields that can be asked about: the layout's own first, then the others, the system's last. */
export function offeredFields(
  model: ModelDescription,
  first: readonly string[] | undefined,
): FieldDescription[] {
  const possible = model.fields.filter((field) => field.key !== 'id' && choicesFor(field).length > 0)
  const place = (field: FieldDescription): number => {
    const at = first?.indexOf(field.key) ?? -1
    return at >= 0 ? at - 1000 : field.system ? 1 : 0
  }
  return possible.toSorted((a, b) => place(a) - place(b))
}
