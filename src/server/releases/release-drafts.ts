import { AppError, invalid } from '#base/app-error.ts'
import type { DraftKind } from '#contracts/api/drafts.ts'
import type { ManageArea } from '#contracts/role.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { loadAccess } from '../workspaces/require-manage.ts'
import { deleteDraftRow, listDraftRows, type DraftRow } from './drafts.ts'
import { releaseChanges, type Released } from './release-changes.ts'
import { requireHandOuts } from './require-hand-outs.ts'

/** Which area of management a kind of draft belongs to. */
export const areaOf: Record<DraftKind, ManageArea> = {
  layout: 'layouts',
  view: 'layouts',
  route: 'routes',
  model: 'models',
  archetype: 'archetypes',
  role: 'roles',
  workflow: 'workflows',
}

const kinds = Object.keys(areaOf) as DraftKind[]

/** The kinds whose drafts this role may see and write. */
export const managedKinds = (access: Access): DraftKind[] =>
  kinds.filter((kind) => access.manages(areaOf[kind]))

export interface ReleaseWish {
  note: string | null
  /** Absent: every draft. */
  only?: readonly { kind: DraftKind; key: string }[] | undefined
}

/**
 * Checks drafts and releases them as one. Throws 403 unless the caller manages every kind among them, 412 when one began
 * with a version that is no longer the released one, 422 with the problems of all (`layout.<key>.nodes.…`), or when there
 * is nothing to release.
 */
export async function releaseDrafts(tx: Tx, caller: Caller, wish: ReleaseWish): Promise<Released> {
  const { access } = await loadAccess(tx, caller)
  const all = await listDraftRows(tx, kinds)
  const drafts = wish.only ? all.filter((draft) => isNamed(draft, wish.only ?? [])) : all
  if (drafts.length === 0)
    throw invalid([{ path: 'only', code: 'nothing', message: 'There is nothing to release.' }])
  const refused = drafts.find(({ kind }) => !access.manages(areaOf[kind]))
  if (refused)
    throw new AppError('forbidden', `Your role may not release the ${refused.kind} ${refused.key}.`)
  const outdated = drafts.filter((draft) => draft.base_version_id !== draft.current_version_id)
  if (outdated.length > 0)
    throw new AppError('edit_conflict', 'Somebody else released some of this in the meantime.', {
      details: outdated.map(({ kind, key }) => ({ path: `${kind}.${key}`, code: 'outdated', message: key })),
    })
  const released = await releaseChanges(
    tx,
    caller,
    drafts.map(({ kind, key, body }) => ({ kind, key, body, ...(kind === 'archetype' ? { id: key } : {}) })),
    wish.note,
    true,
  )
  await requireHandOuts(tx, caller, drafts)
  for (const { kind, key } of drafts) await deleteDraftRow(tx, kind, key)
  return released
}

const isNamed = (draft: DraftRow, names: readonly { kind: string; key: string }[]): boolean =>
  names.some(({ kind, key }) => kind === draft.kind && key === draft.key)
