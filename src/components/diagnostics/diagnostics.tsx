import { Fragment, type ReactNode } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { formatNumber } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import type { diagnostics, DiagnosticsPart } from './diagnostics.definition.ts'
import styles from './diagnostics.module.css'
import { FactList } from './fact-list.tsx'
import { saveBundle } from './save-bundle.ts'

const checkNames = {
  database: 'Database',
  storage: 'Files',
  realtime: 'Live changes',
  jobs: 'Background work',
} as const
const checkTones = { ok: 'success', failing: 'danger', off: 'neutral' } as const
const checkWords = { ok: 'Works', failing: 'Fails', off: 'Off' } as const
const jobTones = { ok: 'success', failed: 'danger', waiting: 'neutral' } as const
const jobWords = { ok: 'Works', failed: 'Failed', waiting: 'Waiting' } as const

/** Beyond this, codes of an authenticator app and links with a date begin to fail. */
const mostSkew = 30_000

/** How the server and the workspace are, asked every ten seconds; once for all that show a part of it. */
export function Diagnostics({ props: { parts } }: ViewProps<typeof diagnostics>) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const answer = useAnswer(
    ['diagnostics'],
    async () => {
      const asked = Date.now()
      const told = await api.call('GET /api/diagnostics')
      // The server looked at its clock about half way.
      return { told, clockAhead: Math.round((asked + Date.now()) / 2 - Date.parse(told.at)) }
    },
    { every: 10_000 },
  )
  if (answer.error && !answer.data)
    return (
      <ErrorState
        title={t('The server did not say how it is')}
        onRetry={answer.refetch}
        requestId={answer.error.requestId ?? undefined}
      >
        {t(answer.error.message)}
      </ErrorState>
    )
  if (!answer.data) return <Skeleton lines={8} />
  const { told, clockAhead } = answer.data
  const { health, database, workspace, storage, queues } = told
  const number = (value: number): string => formatNumber(value, region)
  const size = (bytes: string): string =>
    `${formatNumber(Number(bytes) / 1024 / 1024, region, { maximumFractionDigits: 1 })} MB`
  const milliseconds = (value: number): string => `${number(value)} ms`
  const failing = Object.entries(checkNames).filter(
    ([check]) => health.checks[check as keyof typeof checkNames] === 'failing',
  )
  const facts: Record<Exclude<DiagnosticsPart, 'state'>, ReactNode> = {
    server: (
      <FactList
        title={t('Server')}
        facts={[
          ...Object.entries(checkNames).map(([check, name]) => {
            const state = health.checks[check as keyof typeof checkNames]
            return [
              t(name),
              <Badge key={check} tone={checkTones[state]}>
                {t(checkWords[state])}
              </Badge>,
            ] as const
          }),
          [t('Version'), told.version],
          [t('Mode'), told.mode === 'production' ? t('Production') : t('Development')],
          ['Node.js', told.node],
          [t('Running for'), t('{{hours}} h', { hours: number(Math.floor(told.uptime / 360) / 10) })],
          [t('Memory'), `${number(told.memory)} MB`],
          [t('Clock of this device ahead by'), milliseconds(clockAhead)],
        ]}
      />
    ),
    database: (
      <FactList
        title={t('Database')}
        facts={[
          ['PostgreSQL', database.version],
          [t('Answers in'), milliseconds(database.answers_in)],
          [t('Schema'), database.schema],
          [t('Clock ahead by'), milliseconds(database.clock_ahead)],
          [t('Requests waiting for it'), number(database.waiting)],
        ]}
      />
    ),
    workspace: (
      <FactList
        title={t('Workspace')}
        facts={[
          [t('Current release'), number(workspace.release)],
          [t('Models'), number(workspace.models)],
          [t('Records'), workspace.records >= 100_000 ? `≥ ${number(100_000)}` : number(workspace.records)],
          [t('In the bin'), number(workspace.in_bin)],
          [t('People'), number(workspace.people)],
        ]}
      />
    ),
    files: (
      <FactList
        title={t('Files')}
        facts={[
          [t('Kept in'), storage.where === 's3' ? t('S3 storage') : t('A folder of the server')],
          [t('Used'), size(storage.bytes)],
          [t('Allowed'), size(storage.quota)],
          [t('Uploads under way'), number(storage.unfinished_uploads)],
        ]}
      />
    ),
    queues: (
      <FactList
        title={t('Work under way')}
        facts={[
          [t('Imports'), number(queues.imports)],
          [t('Exports'), number(queues.exports)],
          [t('Recalculations'), number(queues.recalculations)],
          [t('Webhooks to send'), number(queues.webhooks_waiting)],
          [t('Webhooks given up'), number(queues.webhooks_failed)],
          [t('Messages to send'), number(queues.messages_waiting)],
          [t('Messages given up'), number(queues.messages_failed)],
        ]}
      />
    ),
    jobs: (
      <FactList
        title={t('Background work')}
        facts={told.jobs.map(({ name, state }) => [
          t(name),
          <Badge key={name} tone={jobTones[state]}>
            {t(jobWords[state])}
          </Badge>,
        ])}
      />
    ),
  }
  const shown = parts.filter((part) => part !== 'state')
  return (
    <>
      {parts.includes('state') && (
        <>
          <Notice
            tone={health.status === 'ok' ? 'success' : 'danger'}
            title={
              health.status === 'ok'
                ? t('Everything works')
                : t('Not working: {{parts}}', { parts: failing.map(([, name]) => t(name)).join(', ') })
            }
            actions={
              <Button size="compact" icon="download" onClick={() => saveBundle(told, clockAhead)}>
                {t('Save for support')}
              </Button>
            }
          >
            {t('What is shown here can be saved as a file for support. It holds no secrets and no records.')}
          </Notice>
          {Math.abs(clockAhead) > mostSkew && (
            <Notice
              tone="warning"
              title={t('The clock of this device is off by {{seconds}} s', {
                seconds: number(Math.round(clockAhead / 1000)),
              })}
            >
              {t('Codes of an authenticator app may be refused. Let the device set its time by itself.')}
            </Notice>
          )}
        </>
      )}
      {shown.length > 0 && (
        <div className={styles.sections}>
          {shown.map((part) => (
            <Fragment key={part}>{facts[part]}</Fragment>
          ))}
        </div>
      )}
    </>
  )
}
