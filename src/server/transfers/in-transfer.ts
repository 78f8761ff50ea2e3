import type pg from 'pg'
import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { feedOf } from '../changes/change-feed.ts'
import type { Caller, Mode } from '../database/in-tenant.ts'
import { repeatOnClash } from '../database/repeat-on-clash.ts'
import { Transaction } from '../database/transaction.ts'
import { recordContext } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'

/** A transfer that runs: an import or an export of a workspace. */
export interface Transfer {
  kind: 'import' | 'export'
  tenantId: string
  id: string
}

interface Entered {
  outcome: 'ok' | 'gone' | 'not_found' | 'revoked' | 'suspended'
  tenant_name: string
  user_id: string
  email: string | null
  role: string
  release_id: string
  slots_id: string | null
  token_id: string | null
  token_name: string | null
  own_role: string
}

/** Thrown when a transfer no longer runs, or another process got on with it: whoever was at it lets go. */
export class TransferGone extends Error {}

/** Thrown when what a long transaction was built on is not so any more: models, rights, the person's role. */
export class WorkspaceChanged extends Error {}

/** `apart`: a write that holds nobody off, however long it takes; it ends with `settleTransfer`. */
type Hold = Mode | 'apart'

const enter = 'select * from app.enter_transfer($1, $2, $3, $4)'

function refusal(outcome: Entered['outcome']): Error {
  if (outcome === 'gone') return new TransferGone()
  if (outcome === 'revoked')
    return new AppError('forbidden', 'The API token that started this is no longer valid.')
  return outcome === 'suspended'
    ? new AppError('forbidden', 'The access of whoever started this is suspended.')
    : new AppError('forbidden', 'Whoever started this is no longer a member.')
}

async function begin(
  pool: pg.Pool,
  { kind, tenantId, id }: Transfer,
  hold: Hold,
): Promise<[Transaction, Entered]> {
  const entering = { text: enter, values: [tenantId, kind, id, hold] }
  const mode = hold === 'apart' ? 'write' : hold
  // Every step has the transfer's own id as its request: together they are one thing that a person did.
  const [transaction, answer] = await Transaction.begin<Entered>(pool, mode, id, entering, tenantId)
  try {
    const [entered] = await answer
    return [transaction, must(entered, 'app.enter_transfer answers one row')]
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

/**
 * Runs one step of a transfer in a transaction, on behalf of the person who asked for it and with the rights they have
 * now. It may run again after a deadlock. Throws `TransferGone` when the transfer does not run any more, and 403 when the
 * person may no longer be here.
 */
export function inTransfer<T>(
  services: Services,
  transfer: Transfer,
  work: (context: RecordContext) => Promise<T>,
  mode: Hold = 'write',
): Promise<T> {
  const pool = services.database.requests
  return repeatOnClash(async () => {
    const [transaction, entered] = await begin(pool, transfer, mode)
    try {
      if (entered.outcome !== 'ok') throw refusal(entered.outcome)
      transaction.releaseId = entered.release_id
      transaction.slotsId = entered.slots_id
      if (mode !== 'read') transaction.afterCommit(async () => feedOf(pool)?.committed(transfer.tenantId))
      const caller: Caller = {
        userId: entered.user_id,
        email: entered.email,
        name: null,
        sessionId: '',
        tenantId: transfer.tenantId,
        tenantName: entered.tenant_name,
        role: entered.role,
        ...(entered.token_id !== null && {
          token: { id: entered.token_id, name: entered.token_name ?? '', ownRole: entered.own_role },
        }),
      }
      const result = await work(await recordContext(transaction, caller, services))
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  })
}

// Screens and addresses have no say in what a record may hold or who may write it.
const differs = `
  with rules as (
    select release_id, kind, key, version_id from app.release_entries
    where tenant_id = $1 and release_id in ($2, $3) and kind not in ('layout', 'route')
  )
  select exists (select from rules group by kind, key, version_id having count(*) = 1) as changed`

/**
 * The last step of a transaction that was entered `apart`: only now the workspace is held, and looked at again. What was
 * written counts if models, rights and the person are what they were. Throws `WorkspaceChanged`, or why the person may
 * no longer be here; everything is to be taken back then.
 */
export async function settleTransfer(
  { tx, caller }: RecordContext,
  { kind, tenantId, id }: Transfer,
  mode: 'write' | 'release',
): Promise<void> {
  // Minutes of work are not given up for a moment's wait; a statement may last 15 s.
  await tx.query("select set_config('lock_timeout', '12s', true)")
  const { rows } = await tx.query<Entered>(enter, [tenantId, kind, id, mode])
  const now = must(rows[0], 'app.enter_transfer answers one row')
  if (now.outcome !== 'ok') throw refusal(now.outcome)
  const isSame =
    now.role === caller.role &&
    now.own_role === (caller.token?.ownRole ?? caller.role) &&
    now.slots_id === tx.slotsId
  if (!isSame) throw new WorkspaceChanged()
  if (now.release_id === tx.releaseId) return
  const { rows: rules } = await tx.query<{ changed: boolean }>(differs, [
    tenantId,
    tx.releaseId,
    now.release_id,
  ])
  if (rules[0]?.changed !== false) throw new WorkspaceChanged()
  tx.releaseId = now.release_id
}
