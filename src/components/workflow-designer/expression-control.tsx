import { isExpression } from '#contracts/is-expression.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { FormulaInput } from '../formula-editor/formula-input.tsx'
import { useDesignerScope } from './designer-scope.ts'
import styles from './workflow-designer.module.css'

interface ExpressionControlProps {
  label: string
  help?: string | undefined
  value: unknown
  onChange: (value: unknown) => void
  /** An empty text is no expression. */
  nullable?: boolean
}

/** An expression, with the names that are there offered while it is written. */
export function ExpressionControl({ label, help, value, onChange, nullable }: ExpressionControlProps) {
  const { names } = useDesignerScope()
  return (
    <FormulaInput
      label={label}
      help={help}
      names={names}
      value={isExpression(value) ? value['='] : ''}
      onChange={(text) => onChange(nullable && text.trim() === '' ? null : { '=': text })}
    />
  )
}

/** A text as it is written, or one that is worked out. */
export function TextControl({
  label,
  help,
  value,
  onChange,
  long,
}: ExpressionControlProps & { long?: boolean }) {
  const t = useTranslate()
  const worked = isExpression(value)
  const Line = long ? TextArea : TextField
  return (
    <div className={styles.either}>
      {worked ? (
        <ExpressionControl label={label} help={help} value={value} onChange={onChange} />
      ) : (
        <Line label={label} help={help} value={typeof value === 'string' ? value : ''} onChange={onChange} />
      )}
      <HowGiven
        label={label}
        worked={worked}
        onChange={(next) => onChange(next ? { '=': asFormula(value) } : '')}
        t={t}
      />
    </div>
  )
}

// What was written becomes a text inside the expression.
const asFormula = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? JSON.stringify(value) : ''

/** Whether a value is given or worked out. */
export function HowGiven({
  label,
  worked,
  onChange,
  t,
}: {
  label: string
  worked: boolean
  onChange: (worked: boolean) => void
  t: ReturnType<typeof useTranslate>
}) {
  return (
    <RadioGroup
      label={t('How “{{name}}” is given', { name: label })}
      hideLabel
      look="segments"
      value={worked ? 'worked' : 'value'}
      onChange={(next) => onChange(next === 'worked')}
      options={[
        { value: 'value', label: t('A value') },
        { value: 'worked', label: t('Worked out') },
      ]}
    />
  )
}
