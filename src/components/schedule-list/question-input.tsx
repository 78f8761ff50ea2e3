import { lazy, Suspense, useEffect, useRef } from 'react'
import { isJsonObject } from '#base/json.ts'
import { useModel } from '#engine/data/use-model.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { InputProps } from '../field/inputs/input-props.ts'
import type { FieldOffer } from '../form/form.definition.ts'
import styles from './schedule-list.module.css'

const QuestionParts = lazy(() =>
  import('./question-parts.tsx').then((module) => ({ default: module.QuestionParts })),
)

/** What an export takes: everything, or what conditions, words and columns leave of it, chosen as in a list. */
export function QuestionInput({
  value,
  onChange,
  disabled,
  readOnly,
  error,
  id,
  offer,
}: InputProps & { offer?: Pick<FieldOffer, 'model'> | undefined }) {
  const t = useTranslate()
  const key = offer?.model ?? null
  const model = useModel(key)
  const query = isJsonObject(value) ? value : {}
  const isAll = Object.keys(query).length === 0
  const fixed = disabled === true || readOnly === true
  const shown = useRef(key)
  const drop = useRef(onChange)
  useEffect(() => {
    drop.current = onChange
  })
  useEffect(() => {
    const before = shown.current
    shown.current = key
    // Fields of one model mean nothing to another.
    if (before !== null && before !== key) drop.current(null)
  }, [key])
  return (
    <div className={styles.question} id={id}>
      <span className={styles.questionName}>{t('What it takes')}</span>
      {isAll && <p>{t('All records with all their fields.')}</p>}
      {model.data && !fixed && (
        <Suspense fallback={<Skeleton height={32} />}>
          <QuestionParts
            model={model.data}
            query={query}
            onChange={(next) => onChange(Object.keys(next).length === 0 ? null : next)}
          />
        </Suspense>
      )}
      {!isAll && (
        <Button size="compact" variant="ghost" disabled={fixed} onClick={() => onChange(null)}>
          {t('Take everything instead')}
        </Button>
      )}
      {error && <p className={styles.error}>{error}</p>}
    </div>
  )
}
