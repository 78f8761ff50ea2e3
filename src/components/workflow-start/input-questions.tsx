import type { WorkflowInput } from '#contracts/workflow-trigger.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'

/** What was answered so far, by the keys of the questions. */
export type Answers = Readonly<Record<string, string | boolean>>

/** What a form says before anything was touched: a box that is not ticked says no. */
export const untouched = (fields: readonly WorkflowInput[]): Answers =>
  Object.fromEntries(fields.flatMap(({ key, type }) => (type === 'boolean' ? [[key, false]] : [])))

interface InputQuestionsProps {
  fields: readonly WorkflowInput[]
  value: Answers
  /** What is wrong, by question. */
  problems?: ReadonlyMap<string, string>
  onChange: (value: Record<string, string | boolean>) => void
}

/** The questions of a workflow's form, each in the control of its kind. */
export function InputQuestions({ fields, value, problems, onChange }: InputQuestionsProps) {
  const t = useTranslate()
  return (
    <>
      {fields.map(({ key, label, type, required, options }) => {
        const given = value[key]
        const shared = { label, required, error: problems?.get(key), name: key }
        const text = typeof given === 'string' ? given : ''
        const put = (next: string | boolean): void => onChange({ ...value, [key]: next })
        if (type === 'boolean')
          return <Checkbox key={key} label={label} checked={given === true} onChange={put} />
        if (type === 'number') return <NumberField key={key} {...shared} value={text} onChange={put} />
        if (type === 'date') return <DateField key={key} {...shared} value={text} onChange={put} />
        if (type === 'select')
          return (
            <SelectField
              key={key}
              {...shared}
              value={text}
              placeholder={t('Choose …')}
              options={options.map((option) => ({ value: option, label: option }))}
              onChange={put}
            />
          )
        return <TextField key={key} {...shared} value={text} onChange={put} />
      })}
    </>
  )
}
