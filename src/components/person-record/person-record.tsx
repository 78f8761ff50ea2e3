import { lazy, Suspense, useState } from 'react'
import type { Member } from '#contracts/member.ts'
import { listOf } from '#engine/data/list-of.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { useModels } from '../design/use-models.ts'
import type { ViewProps } from '../view-props.ts'
import type { personRecord } from './person-record.definition.ts'
import styles from './person-record.module.css'

const RelationInput = lazy(() =>
  import('../field/inputs/relation-input.tsx').then((module) => ({ default: module.RelationInput })),
)

interface Chosen {
  model: string
  id: string | null
}

/** Chooses the record that stands for a person. */
export function PersonRecord({ props, emit }: ViewProps<typeof personRecord>) {
  const t = useTranslate()
  const api = useApi()
  const models = useModels()
  const people = useAnswer(['members'], async () => listOf<Member>(await api.call('GET /api/members')))
  const [edited, setEdited] = useState<Chosen | null>(null)
  const [working, setWorking] = useState(false)
  const person = people.data?.find(({ user_id: id }) => id === props.user_id)
  const stored: Chosen = { model: person?.record_model ?? '', id: person?.record_id ?? null }
  const { model, id } = edited ?? stored
  const description = useModel(model === '' ? null : model)
  const error = people.error ?? models.error
  if (error && (!people.data || !models.data))
    return (
      <ErrorState
        compact
        icon={error.status === 403 ? 'lock' : 'alert'}
        title={t('The people could not be read')}
        onRetry={() => (people.refetch(), models.refetch())}
      >
        {t(error.message)}
      </ErrorState>
    )
  if (!people.data || !models.data) return <Skeleton lines={3} />
  const save = async (): Promise<void> => {
    setWorking(true)
    try {
      await api.call('PUT /api/members/{userId}', {
        params: { userId: props.user_id ?? '' },
        body: { record_id: id },
      })
      toast.success(t('Saved'))
      people.refetch()
      setEdited(null)
      void emit('saved')
    } catch (failure) {
      reportFailure(failure)
    } finally {
      setWorking(false)
    }
  }
  const title = description.data?.fields.find(({ key }) => key === description.data?.title_field)
  const unfinished = model !== '' && id === null
  return (
    <fieldset className={styles.record}>
      <legend className={styles.legend}>{t('The record that stands for this person')}</legend>
      <p className={styles.help}>
        {t('A customer’s own firm, for one. Rules of roles can limit what is seen to what belongs to it.')}
      </p>
      <SelectField
        label={t('Kind of record')}
        value={model}
        options={[
          { value: '', label: t('Nothing stands for them') },
          ...models.data.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={(next) => setEdited({ model: next, id: null })}
      />
      {title && (
        <Suspense fallback={<Skeleton height={32} />}>
          <RelationInput
            field={{ ...title, type: 'relation', target: model, target_title: title.key, many: false }}
            label={t('Record')}
            value={id}
            onChange={(next) => setEdited({ model, id: typeof next === 'string' ? next : null })}
          />
        </Suspense>
      )}
      <Button
        className={styles.save}
        disabled={unfinished || (model === stored.model && id === stored.id)}
        loading={working}
        onClick={() => void save()}
      >
        {t('Save the record')}
      </Button>
    </fieldset>
  )
}
