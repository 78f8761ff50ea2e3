import { useState } from 'react'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import { expressionProblem, useExpressionReader } from '../load/expression-reader.ts'
import { useNames } from './control-props.ts'
import styles from './inspector.module.css'

interface ExpressionInputProps {
  label: string
  path: string
  text: string
  onChange: (text: string) => void
  error?: string | undefined
}

/** An expression, checked while it is typed. */
export function ExpressionInput({ label, path, text, onChange, error }: ExpressionInputProps) {
  const reader = useExpressionReader()
  const names = useNames()
  const t = useTranslate()
  // An empty expression cannot be kept, so while there is nothing the one before holds.
  const [isEmpty, setEmpty] = useState(false)
  const shown = isEmpty ? '' : text
  const problem = reader && expressionProblem(reader, shown, names)
  const write = (next: string): void => {
    setEmpty(next.trim() === '')
    if (next.trim() !== '') onChange(next)
  }
  return (
    <div className={styles.expression}>
      <TextArea
        label={label}
        hideLabel
        id={`editor-${path}`}
        rows={1}
        spellCheck={false}
        placeholder="params.id"
        value={shown}
        onChange={write}
        error={problem ? t(problem) : error}
      />
    </div>
  )
}
