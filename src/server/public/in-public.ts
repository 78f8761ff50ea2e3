import { AppError } from '#base/app-error.ts'
import { atEvenPace } from '#base/even-pace.ts'
import { subdomainSchema } from '#contracts/tenant.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions, type Access } from '#kernel/permissions/compile-permissions.ts'
import type { Statement } from '#kernel/sql/sql.ts'
import { feedOf } from '../changes/change-feed.ts'
import type { Caller, Mode } from '../database/in-tenant.ts'
import { repeatOnClash } from '../database/repeat-on-clash.ts'
import { Transaction } from '../database/transaction.ts'
import { cursorKeyOf } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'

/** Answers to whoever is not signed in leave at the end of such a step. */
export const outsiderStepMs = 25

/** Whoever is not signed in has this id. No row is theirs: row rules that ask who it is admit none of them. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What the doors of the public answer. */
export interface PublicPlace {
  tenant_id: string
  tenant_name: string
  release_id: string
  slots_id: string | null
}

/** As whom a door leads in. */
interface AsWhom<P> {
  accessOf?: (workspace: Workspace, place: P) => Access
  callerOf?: (place: P) => Caller
}

interface Visit {
  services: Services
  requestId: string
}

/**
 * Runs `work` on behalf of the public of a workspace, in one transaction: the rights are those its role `public` has
 * now. 404 for an address that nobody has and for a workspace that grants the public nothing, in the same time.
 */
export function inPublic<T>(
  visit: Visit,
  address: string,
  mode: Exclude<Mode, 'release'>,
  work: (context: RecordContext) => Promise<T>,
): Promise<T> {
  const label = subdomainSchema.safeParse(address)
  return atEvenPace(outsiderStepMs, async () => {
    if (!label.success) throw new AppError('not_found')
    const door = { text: 'select * from app.enter_public($1, $2)', values: [label.data, mode] }
    return throughDoor(visit, door, mode, `public ${label.data}`, async (context) => {
      const { access, workspace } = context
      const isOpen = [...workspace.modelsById.values()].some(
        (model) => access.can(model, 'read') || access.can(model, 'create'),
      )
      if (!isOpen) throw new AppError('not_found')
      return work(context)
    })
  })
}

/**
 * Enters by a statement that answers one row, or none: 404. `who` says as whom, and what they may there; the public unless
 * told.
 */
export function throughDoor<T, P extends PublicPlace = PublicPlace>(
  { services, requestId }: Visit,
  door: Statement,
  mode: Mode,
  share: string,
  work: (context: RecordContext, place: P) => Promise<T>,
  who: AsWhom<P> = {},
): Promise<T> {
  const { accessOf = (workspace) => compilePermissions(workspace, 'public') } = who
  const pool = services.database.requests
  return repeatOnClash(async () => {
    const [transaction, answer] = await Transaction.begin<P>(pool, mode, requestId, door, share)
    try {
      const [place] = await answer
      if (!place) throw new AppError('not_found')
      const { tenant_id: tenantId, tenant_name: tenantName } = place
      transaction.releaseId = place.release_id
      transaction.slotsId = place.slots_id
      if (mode !== 'read') transaction.afterCommit(async () => feedOf(pool)?.committed(tenantId))
      const workspace = await loadWorkspace(transaction, tenantId)
      const context: RecordContext = {
        tx: transaction,
        caller: {
          userId: nobody,
          email: null,
          name: null,
          sessionId: '',
          tenantId,
          tenantName,
          role: 'public',
          ...who.callerOf?.(place),
        },
        workspace,
        access: accessOf(workspace, place),
        cursorKey: cursorKeyOf(services),
        requestId,
      }
      const result = await work(context, place)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  })
}
