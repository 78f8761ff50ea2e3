import { keyFromLabel } from '#base/key-from-label.ts'
import type { WorkflowInput } from '#contracts/workflow-trigger.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './workflow-designer.module.css'

interface QuestionsControlProps {
  label: string
  value: readonly WorkflowInput[]
  onChange: (value: WorkflowInput[]) => void
}

/** What a form asks for. */
export function QuestionsControl({ label, value, onChange }: QuestionsControlProps) {
  const t = useTranslate()
  const put = (at: number, change: Partial<WorkflowInput>): void =>
    onChange(value.map((one, other) => (other === at ? { ...one, ...change } : one)))
  const add = (): void => {
    const title = t('New question')
    const key = keyFromLabel(title, new Set(value.map((one) => one.key)))
    onChange([...value, { key, label: title, type: 'text', required: false, options: [] }])
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {value.map((question, at) => (
        <div key={question.key} className={styles.question}>
          <div className={styles.withButton}>
            <div className={styles.pair}>
              <TextField
                label={t('Question')}
                help={`trigger.input.${question.key}`}
                value={question.label}
                onChange={(next) => put(at, { label: next })}
              />
              <SelectField
                label={t('Answer')}
                value={question.type}
                options={[
                  { value: 'text', label: t('Text') },
                  { value: 'number', label: t('Number') },
                  { value: 'date', label: t('Date') },
                  { value: 'boolean', label: t('Yes or no') },
                  { value: 'select', label: t('Choice') },
                ]}
                onChange={(type) => put(at, { type: type as WorkflowInput['type'] })}
              />
            </div>
            {value.length > 1 && (
              <IconButton
                icon="x"
                size="compact"
                label={t('Remove {{name}}', { name: question.label })}
                onClick={() => onChange(value.filter((_one, other) => other !== at))}
              />
            )}
          </div>
          {question.type === 'select' && (
            <TextField
              label={t('Options')}
              help={t('With commas between them.')}
              value={question.options.join(', ')}
              onChange={(text) =>
                put(at, {
                  options: text
                    .split(',')
                    .map((one) => one.trimStart())
                    .filter((one) => one !== ''),
                })
              }
            />
          )}
          <Checkbox
            label={t('Required')}
            checked={question.required}
            onChange={(required) => put(at, { required })}
          />
        </div>
      ))}
      <Button size="compact" variant="ghost" icon="plus" onClick={add}>
        {t('Add question')}
      </Button>
    </fieldset>
  )
}
