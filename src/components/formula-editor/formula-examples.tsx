import { useTranslate } from '#ui/translate.ts'
import type { FormulaExample } from './examples.ts'
import styles from './formula-editor.module.css'

/** Formulas that fit the model, to begin with. */
export function FormulaExamples({
  examples,
  onTake,
}: {
  examples: readonly FormulaExample[]
  onTake: (formula: string) => void
}) {
  const t = useTranslate()
  if (examples.length === 0)
    return (
      <p className={styles.signature}>
        {t('Add number, date or text fields first; a formula calculates with them.')}
      </p>
    )
  return (
    <ul className={styles.examples} aria-label={t('Examples')}>
      {examples.map(({ formula, says, values }) => (
        <li key={formula}>
          <button type="button" className={styles.example} onClick={() => onTake(formula)}>
            <code>{formula}</code>
            <span className={styles.exampleSays}>{t(says, values)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
