import { isExpression } from '#contracts/is-expression.ts'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ConditionValue, type ConditionValueProps } from '../filter-bar/condition-value.tsx'
import {
  chosenRuleValue,
  dayValuesFor,
  daysFromToday,
  takesRuleValue,
  valueOfRule,
} from '../filter-bar/rule-values.ts'
import { ExpressionControl } from './expression-control.tsx'

const plain = 'value'
const worked = 'worked'

/** What a step compares a field with: a value, a day from today, or what is worked out: `record.id`. */
export const StepValue = (props: ConditionValueProps) => <ComparedValue {...props} mayWork />

/** What begins a workflow compares a field with: a value or a day from today; what a program wrote stays as it is. */
export const DayValue = (props: ConditionValueProps) => <ComparedValue {...props} />

function ComparedValue({
  field,
  choice,
  value,
  mayWork = false,
  onChange,
}: ConditionValueProps & { mayWork?: boolean }) {
  const t = useTranslate()
  const isWritten = isExpression(Array.isArray(value) ? value[0] : value)
  const offersWorked = mayWork || (isWritten && dayValuesFor(field).length === 0)
  if (!takesRuleValue(choice) || (!offersWorked && dayValuesFor(field).length === 0))
    return <ConditionValue field={field} choice={choice} value={value} onChange={onChange} />
  const days = dayValuesFor(field)
  const isList = choice === 'in' || choice === 'nin'
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value]
  const written = isExpression(first) ? first : null
  const chosen = chosenRuleValue(value, days)
  const put = (expression: unknown): void => onChange(isList ? [expression] : expression)
  const choose = (key: string): void => {
    const day = days.find((one) => one.key === key)
    if (day) onChange(valueOfRule(day, choice))
    else if (key === worked) put({ '=': '' })
    else onChange(null)
  }
  return (
    <>
      <SelectField
        label={t('Compared with')}
        value={chosen?.key ?? (written ? worked : plain)}
        options={[
          { value: plain, label: t('A fixed value') },
          ...days.map(({ key, title }) => ({ value: key, label: t(title) })),
          ...(offersWorked || (written && !chosen) ? [{ value: worked, label: t('Worked out') }] : []),
        ]}
        onChange={choose}
      />
      {chosen?.days && (
        <NumberField
          label={t('Days from today')}
          help={t('Negative: days ago')}
          value={String(daysFromToday(written?.['='] ?? '') ?? 0)}
          maxDigits={0}
          onChange={(text) => onChange(valueOfRule(chosen, choice, Number(text || 0)))}
        />
      )}
      {written && !chosen && <ExpressionControl label={t('Worked out')} value={written} onChange={put} />}
      {!written && <ConditionValue field={field} choice={choice} value={value} onChange={onChange} />}
    </>
  )
}
