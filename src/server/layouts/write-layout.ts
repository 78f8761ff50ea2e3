import { AppError } from '#base/app-error.ts'
import type { Layout } from '#contracts/layout.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { readDefinition, type Definition } from '../releases/definitions.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { deleteDraftRow } from '../releases/drafts.ts'
import { writeDefinition } from '../releases/write-definition.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { layoutKeyOf } from './find-layout.ts'

/** Writes a layout and releases it at once; one of a shipped key takes its place. Throws 403, 422. */
export async function writeLayout(tx: Tx, caller: Caller, layout: Layout): Promise<Definition> {
  await requireManage(tx, caller, 'layouts')
  return writeDefinition(tx, caller, 'layout', layout.key, { ...layout })
}

/**
 * Takes a layout of the workspace out, with its draft; a shipped one of the same key shows again. Throws 403, 404 for one
 * that is only shipped, 422 `in_use` while a route names it.
 */
export async function deleteLayout(tx: Tx, caller: Caller, idOrKey: string): Promise<void> {
  await requireManage(tx, caller, 'layouts')
  const key = await layoutKeyOf(tx, idOrKey)
  const draft = await deleteDraftRow(tx, 'layout', key)
  const released = await readDefinition(tx, 'layout', key)
  if (released) await releaseChanges(tx, caller, [{ kind: 'layout', key, body: null }])
  else if (!draft) throw new AppError('not_found')
}
