import { AppError } from '#base/app-error.ts'
import type { SharePreview, SharePreviewWish } from '#contracts/share.ts'
import type { RecordContext } from '../records/record-context.ts'
import { showRecord } from './read-shared.ts'
import { shareAccess } from './share-access.ts'
import { checkFields, expiryOf, mayShow, nameOf, toShare } from './shares.ts'

/** What only programs read of a record: nobody is asked whether to show it. */
const forPrograms: ReadonlySet<string> = new Set(['id', 'token', 'model_id', 'archetype_id', 'revision'])

/**
 * What a link with these fields would show, read with the rights such a link has and no others; and which fields there are
 * to choose. Nothing is written. Throws as making the link does.
 */
export async function previewShare(
  context: RecordContext,
  token: string,
  { fields }: SharePreviewWish,
): Promise<SharePreview> {
  const { workspace } = context
  const { model, id } = await toShare(context, token)
  const chosen = [...new Set(fields)]
  checkFields(context, model, id, chosen)
  const mine = [...context.access.readable(model).values()].filter((field) => mayShow(field))
  const open = shareAccess(
    workspace,
    model,
    id,
    mine.map(({ key }) => key),
  ).readable(model)
  const shareable = mine
    .filter(({ key, system }) => open.has(key) && !(system && forPrograms.has(key)))
    .toSorted((a, b) => Number(a.system) - Number(b.system))
    .map((field) => nameOf(model, field))
  const outside = { ...context, access: shareAccess(workspace, model, id, chosen) }
  const shown = await showRecord(outside, model, { fields: chosen, expires_at: expiryOf(undefined) })
  if (!shown) throw new AppError('not_found')
  return { shareable, shown }
}
