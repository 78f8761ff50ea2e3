import { useState } from 'react'
import type { OpenApproval } from '#contracts/api/workflows.ts'
import type { Member } from '#contracts/member.ts'
import { listOf } from '#engine/data/list-of.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './workflow-run.module.css'

interface RunApprovalProps {
  approval: OpenApproval
  params: { key: string; id: string }
  onAsked: () => void
}

/** Who is asked for the decision a run waits for, and somebody else who can be: those it asked may have left. */
export function RunApproval({ approval: { subject, asked }, params, onAsked }: RunApprovalProps) {
  const t = useTranslate()
  const api = useApi()
  const { busy, act } = useAct(onAsked)
  const [person, setPerson] = useState('')
  const { data: members, error } = useAnswer(['members'], async () =>
    listOf<Member>(await api.call('GET /api/members')),
  )
  const others = (members ?? []).filter(
    ({ user_id: id, kind, status }) =>
      kind === 'person' && status === 'active' && asked.every((one) => one.id !== id),
  )
  const ask = async (): Promise<void> => {
    await api.call('POST /api/workflows/{key}/runs/{id}/ask', { params, body: { person } })
    setPerson('')
  }
  return (
    <Notice
      tone={asked.length === 0 ? 'warning' : 'info'}
      title={
        asked.length === 0
          ? t('Nobody who was asked is in the workspace any more')
          : t('Asked: {{names}}', { names: asked.map(({ name }) => name).join(', ') })
      }
    >
      <p>{subject}</p>
      {asked.length > 0 && (
        <p>
          <Link href="/notifications">{t('Whoever is asked decides in their notifications')}</Link>
        </p>
      )}
      {error && !members && <p>{t(error.message)}</p>}
      {others.length === 0 && members && (
        <p>{t('Nobody else is in the workspace yet. Invite somebody, then ask them here.')}</p>
      )}
      {others.length > 0 && (
        <div className={styles.ask}>
          <Combobox
            label={t('Somebody else who may decide')}
            clearable
            value={person}
            options={others.map(({ user_id: id, name }) => ({ value: id, label: name }))}
            onChange={setPerson}
          />
          <Button icon="send" loading={busy} disabled={person === ''} onClick={() => void act(ask)}>
            {t('Ask')}
          </Button>
        </div>
      )}
    </Notice>
  )
}
