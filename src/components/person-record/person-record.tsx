import { useEffect, useState } from 'react'
import type { Member } from '#contracts/member.ts'
import { listOf } from '#engine/data/list-of.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { personRecord } from './person-record.definition.ts'
import styles from './person-record.module.css'
import { RecordChoice, type ChosenRecord } from './record-choice.tsx'

/** Chooses the record that stands for a person, or for whoever is invited. */
export function PersonRecord({ props, emit, expose }: ViewProps<typeof personRecord>) {
  const { user_id: userId, model = '' } = props
  return userId ? (
    <OfPerson userId={userId} model={model} expose={expose} onSaved={() => void emit('saved')} />
  ) : (
    <NobodyYet model={model} expose={expose} />
  )
}

interface ShownProps {
  /** The kind to begin with. */
  model: string
  expose: ViewProps<typeof personRecord>['expose']
}

/** For somebody who is not there yet: what is chosen goes with their invitation. */
function NobodyYet({ model, expose }: ShownProps) {
  const [chosen, setChosen] = useState<ChosenRecord>({ model, id: null })
  useEffect(() => expose('record_id', chosen.id), [expose, chosen.id])
  return <RecordChoice chosen={chosen} onChange={setChosen} />
}

function OfPerson({ userId, model, expose, onSaved }: ShownProps & { userId: string; onSaved: () => void }) {
  const t = useTranslate()
  const api = useApi()
  const people = useAnswer(['members'], async () => listOf<Member>(await api.call('GET /api/members')))
  const [edited, setEdited] = useState<ChosenRecord | null>(null)
  const [working, setWorking] = useState(false)
  const person = people.data?.find(({ user_id: id }) => id === userId)
  const stored: ChosenRecord = { model: person?.record_model ?? '', id: person?.record_id ?? null }
  const chosen = edited ?? (stored.id === null ? { model, id: null } : stored)
  useEffect(() => expose('record_id', chosen.id), [expose, chosen.id])
  if (people.error && !people.data)
    return (
      <ErrorState
        compact
        icon={people.error.status === 403 ? 'lock' : 'alert'}
        title={t('The people could not be read')}
        onRetry={people.refetch}
      >
        {t(people.error.message)}
      </ErrorState>
    )
  if (!people.data) return <Skeleton lines={3} />
  const save = async (): Promise<void> => {
    setWorking(true)
    try {
      await api.call('PUT /api/members/{userId}', { params: { userId }, body: { record_id: chosen.id } })
      toast.success(t('Saved'))
      people.refetch()
      setEdited(null)
      onSaved()
    } catch (failure) {
      reportFailure(failure)
    } finally {
      setWorking(false)
    }
  }
  const unfinished = chosen.model !== '' && chosen.id === null
  return (
    <RecordChoice chosen={chosen} onChange={setEdited}>
      <Button
        className={styles.save}
        disabled={unfinished || (chosen.model === stored.model && chosen.id === stored.id)}
        loading={working}
        onClick={() => void save()}
      >
        {t('Save the record')}
      </Button>
    </RecordChoice>
  )
}
