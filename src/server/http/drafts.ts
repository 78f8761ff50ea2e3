import { AppError, invalid } from '#base/app-error.ts'
import { isUuid } from '#base/ids.ts'
import { deleteDraft, listDrafts, readDraft, saveDraft, type DraftKind } from '#contracts/api/drafts.ts'
import { inTenant, type Caller, type Tx } from '../database/in-tenant.ts'
import { checkShape } from '../releases/check-shape.ts'
import { deleteDraftRow, draftOf, listDraftRows, readDraftRow, saveDraftRow } from '../releases/drafts.ts'
import { areaOf, managedKinds } from '../releases/release-drafts.ts'
import { loadAccess, requireManage } from '../workspaces/require-manage.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

const mayDraft = (tx: Tx, caller: Caller, kind: DraftKind) => requireManage(tx, caller, areaOf[kind])

export const draftHandlers = [
  handle(listDrafts, async ({ caller }) =>
    inTenant(caller, async (tx) => {
      const { access } = await loadAccess(tx, caller)
      const kinds = managedKinds(access)
      if (kinds.length === 0) throw new AppError('forbidden', 'Your role may not see drafts.')
      const drafts = []
      for (const row of await listDraftRows(tx, kinds)) {
        const { body: _, ...draft } = await draftOf(tx, caller, row)
        drafts.push(draft)
      }
      return wholeList(drafts)
    }),
  ),

  handle(readDraft, async ({ caller, params }) =>
    inTenant(caller, async (tx) => {
      await mayDraft(tx, caller, params.kind)
      const row = await readDraftRow(tx, params.kind, params.key)
      if (!row) throw new AppError('not_found')
      return draftOf(tx, caller, row)
    }),
  ),

  handle(saveDraft, async ({ caller, params: { kind, key }, body }) =>
    inTenant(caller, async (tx) => {
      await mayDraft(tx, caller, kind)
      if (kind === 'archetype' && !isUuid(key))
        throw invalid([{ path: 'key', code: 'key', message: 'The key of an archetype is its id.' }])
      return saveDraftRow(tx, caller, {
        kind,
        key,
        body: body.body === null ? null : checkShape(kind, key, body.body),
        base: body.base_version_id,
        seen: body.seen,
      })
    }),
  ),

  handle(deleteDraft, async ({ caller, params: { kind, key } }) =>
    inTenant(caller, async (tx) => {
      await mayDraft(tx, caller, kind)
      if (!(await deleteDraftRow(tx, kind, key))) throw new AppError('not_found')
    }),
  ),
]
