import { lazy, Suspense, type ReactNode } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import styles from './person-record.module.css'

const RelationInput = lazy(() =>
  import('../field/inputs/relation-input.tsx').then((module) => ({ default: module.RelationInput })),
)

/** A kind of record, empty for none, and one of it once it is chosen. */
export interface ChosenRecord {
  model: string
  id: string | null
}

interface RecordChoiceProps {
  chosen: ChosenRecord
  onChange: (next: ChosenRecord) => void
  /** What is done with it. */
  children?: ReactNode
}

/** Which record stands for a person: of what kind, and which of them. */
export function RecordChoice({ chosen: { model, id }, onChange, children }: RecordChoiceProps) {
  const t = useTranslate()
  const models = useModels()
  // The kind to begin with is one this workspace may not have.
  const known = models.data?.some(({ key }) => key === model) === true
  const description = useModel(known ? model : null)
  if (models.error && !models.data)
    return (
      <ErrorState
        compact
        icon={models.error.status === 403 ? 'lock' : 'alert'}
        title={t('The list could not be read')}
        onRetry={models.refetch}
      >
        {t(models.error.message)}
      </ErrorState>
    )
  if (!models.data) return <Skeleton lines={3} />
  const title = description.data?.fields.find(({ key }) => key === description.data?.title_field)
  return (
    <fieldset className={styles.record}>
      <legend className={styles.legend}>{t('The record that stands for this person')}</legend>
      <p className={styles.help}>
        {t('A customer’s own firm, for one. Rules of roles can limit what is seen to what belongs to it.')}
      </p>
      <SelectField
        label={t('Kind of record')}
        value={known ? model : ''}
        options={[
          { value: '', label: t('Nothing stands for them') },
          ...models.data.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={(next) => onChange({ model: next, id: null })}
      />
      {title && (
        <Suspense fallback={<Skeleton height={32} />}>
          <RelationInput
            field={{ ...title, type: 'relation', target: model, target_title: title.key, many: false }}
            label={t('Record')}
            value={id}
            onChange={(next) => onChange({ model, id: typeof next === 'string' ? next : null })}
          />
        </Suspense>
      )}
      {children}
    </fieldset>
  )
}
