import { isExpression } from '#contracts/is-expression.ts'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { ConditionValue, type ConditionValueProps } from './condition-value.tsx'
import { chosenRuleValue, daysFromToday, ruleValuesFor, takesRuleValue, valueOfRule } from './rule-values.ts'

const plain = 'value'

/** What a rule compares a field with: a value, the person who asks, the record that stands for them, a day. */
export function RuleValuePart({ field, choice, value, onChange }: ConditionValueProps) {
  const t = useTranslate()
  const offered = takesRuleValue(choice) ? ruleValuesFor(field) : []
  const chosen = chosenRuleValue(value, offered)
  const written = writtenExpression(value)
  const onlyThese = field.key === 'id'
  if (offered.length === 0 && written === null)
    return <ConditionValue field={field} choice={choice} value={value} onChange={onChange} />
  const options = [
    ...(onlyThese ? [] : [{ value: plain, label: t('A fixed value') }]),
    ...offered.map(({ key, title }) => ({ value: key, label: t(title) })),
    // What a program wrote stays as it is.
    ...(written !== null && !chosen ? [{ value: written, label: written }] : []),
  ]
  const choose = (key: string): void => {
    const rule = offered.find((one) => one.key === key)
    onChange(rule ? valueOfRule(rule, choice) : null)
  }
  return (
    <>
      <SelectField
        label={t('Compared with')}
        value={chosen?.key ?? written ?? (onlyThese ? '' : plain)}
        placeholder={t('Choose …')}
        options={options}
        onChange={choose}
      />
      {chosen?.days && (
        <NumberField
          label={t('Days from today')}
          help={t('Negative: days ago')}
          value={String(daysFromToday(written ?? '') ?? 0)}
          maxDigits={0}
          onChange={(days) => onChange(valueOfRule(chosen, choice, Number(days || 0)))}
        />
      )}
      {!chosen && written === null && !onlyThese && (
        <ConditionValue field={field} choice={choice} value={value} onChange={onChange} />
      )}
    </>
  )
}

function writtenExpression(value: unknown): string | null {
  const [only] = Array.isArray(value) ? (value as unknown[]) : [value]
  return isExpression(only) ? only['='] : null
}
