import { newId } from '#base/ids.ts'
import type { Reason } from '#contracts/reason.ts'
import type { Tx } from '../database/in-tenant.ts'
import { mailOf } from '../mail/compose-mail.ts'
import { languageOfPerson } from '../mail/language-of-person.ts'
import type { Services } from '../services.ts'
import type { ScheduleRecord } from './schedule-row.ts'

/** So many failed runs after another, and a schedule is switched off. */
const mostFailures = 10

const tables = { export: 'app.exports', import: 'app.imports' } as const

type Kind = ScheduleRecord['kind']

const kindInGerman: Record<Kind, string> = { export: 'Export', import: 'Import' }

const words = {
  en: {
    failed: (kind: Kind, name: string) => `The scheduled ${kind} “${name}” failed`,
    stopped: (kind: Kind, name: string) => `The scheduled ${kind} “${name}” was switched off`,
    why: (reason: string) => reason,
    isStopped: `It failed ${mostFailures} times after another and was switched off. Switch it on again when it is put right.`,
    goesOn: 'It is tried again at its next time. You are told again only after it worked in between.',
    schedules: 'Schedules',
  },
  de: {
    failed: (kind: Kind, name: string) => `Der geplante ${kindInGerman[kind]} „${name}“ ist fehlgeschlagen`,
    stopped: (kind: Kind, name: string) => `Der geplante ${kindInGerman[kind]} „${name}“ wurde ausgeschaltet`,
    // Reasons are kept in English; the screen says them in the language of its reader.
    why: () => 'Warum, steht bei den Zeitplänen.',
    isStopped: `Er ist ${mostFailures}-mal nacheinander fehlgeschlagen und wurde ausgeschaltet. Schalten Sie ihn wieder ein, wenn es behoben ist.`,
    goesOn:
      'Er wird zur nächsten Zeit noch einmal versucht. Sie hören erst wieder davon, wenn er dazwischen gelungen ist.',
    schedules: 'Zeitpläne',
  },
} as const

const untold = (kind: Kind): string => `
  update ${tables[kind]} set told = true
  where tenant_id = $1 and schedule_id = $2 and not told and status <> 'running'
  returning id, status, error, reasons, created_at`

const note = `
  update app.transfer_schedules set failures = $3, trouble = $4, active = $5, reasons = $6, next_at = case when $5 then next_at end
  where tenant_id = $1 and id = $2`

// The newest files of a schedule stay; the hourly upkeep takes the others.
const keepNewest = `
  update app.exports set expires_at = now()
  where tenant_id = $1 and schedule_id = $2 and status = 'done' and expires_at > now() and id not in (
    select id from app.exports where tenant_id = $1 and schedule_id = $2 and status = 'done' order by created_at desc, id desc limit $3)`

interface EndedRun {
  status: string
  error: string | null
  reasons: Reason[] | null
  created_at: Date
}

/**
 * Puts down at a schedule, held by this transaction, how its runs ended since the last look: too many failures switch it
 * off, too many files let the oldest go. Its person is told of the first failure in a row, and when it is switched off.
 */
export async function hearRuns(
  tx: Tx,
  services: Services,
  tenantId: string,
  schedule: ScheduleRecord,
): Promise<ScheduleRecord> {
  const { id, kind } = schedule
  const { rows } = await tx.query<EndedRun>(untold(kind), [tenantId, id])
  if (rows.length === 0) return schedule
  let { failures, trouble, reasons, active } = schedule
  let why: EndedRun | null = null
  for (const run of rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())) {
    if (run.status === 'done') {
      failures = 0
      trouble = null
      reasons = null
    } else if (run.status === 'failed') {
      failures++
      why = run
      // One that is switched off by hand is not switched off because of this.
      trouble = active ? (run.error ?? '') : null
      reasons = active ? run.reasons : null
    }
  }
  const stopped = active && failures >= mostFailures
  if (stopped) active = false
  await tx.query(note, [tenantId, id, failures, trouble, active, reasons && JSON.stringify(reasons)])
  if (kind === 'export') await tx.query(keepNewest, [tenantId, id, schedule.settings.keep_count])
  const isNews = failures > 0 && (schedule.failures === 0 || stopped)
  if (isNews) await tell(tx, services, tenantId, schedule, why, stopped)
  return { ...schedule, failures, trouble, reasons, active, next_at: active ? schedule.next_at : null }
}

/** Tells the person behind a schedule, in the history of the workspace and by mail in their language. */
async function tell(
  tx: Tx,
  services: Services,
  tenantId: string,
  { id, name, kind, user_id: userId }: ScheduleRecord,
  run: EndedRun | null,
  stopped: boolean,
): Promise<void> {
  const error = run?.error ?? ''
  const reasons = run?.reasons ?? [{ message: error }]
  await tx.query(
    `insert into app.events (tenant_id, id, kind, subject, record_id, after) values ($1, $2, $3, 'schedule', $4, $5)`,
    [tenantId, newId(), stopped ? 'stopped' : 'failed', id, JSON.stringify({ name, reasons })],
  )
  const { rows } = await tx.query<{ email: string | null }>('select app.verified_email($1) as email', [
    userId,
  ])
  const email = rows[0]?.email
  if (!email) return
  const say = words[await languageOfPerson(tx, tenantId, userId)]
  const failed = say.failed(kind, name)
  const mail = mailOf(email, stopped ? say.stopped(kind, name) : failed, [
    `${failed}. ${say.why(error)}`,
    stopped ? say.isStopped : say.goesOn,
    { label: say.schedules, url: `${services.publicUrl()}/transfers` },
  ])
  // A server without mail says so in the history and on the screen.
  if (services.settings.smtpUrl !== null || services.settings.developmentHelpers)
    await services.mail.sendWith(tx, mail)
}
