import { createHash } from 'node:crypto'
import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { newId, newToken } from '#base/ids.ts'
import { saying } from '#base/saying.ts'
import type { FieldName, NewShare, Share, ShareView, ShareWrite } from '#contracts/share.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { verbRefusals } from '../access/refusal-texts.ts'
import { recordEvent } from '../releases/record-event.ts'
import { objectByToken } from '../records/stored-object.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { isFieldNamedByProduct } from '../standard-models/mark-own-words.ts'
import { hashLinkPassword } from './share-password.ts'
import { shareAccess } from './share-access.ts'

const day = 24 * 3600 * 1000
const usualDays = 30
const mostDays = 366
const mostOfOne = 100
const columns = `id, fields, locked, view_count::int as views, to_json(viewed_at)#>>'{}' as viewed_at, to_json(expires_at)#>>'{}' as expires_at, to_json(created_at)#>>'{}' as created_at, created_by,
  case when revoked_at is not null then 'withdrawn' when expires_at <= now() then 'expired' else 'open' end as status`

/** What is kept of a link's secret, in hex. */
export const hashShare = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The record a call is about, for whoever may share it. Throws 404, 403. */
export async function toShare(
  context: RecordContext,
  token: string,
): Promise<{ model: ModelInfo; id: string }> {
  const { object, model } = await objectByToken(context, token)
  if (!context.access.can(model, 'share')) throw new AppError('forbidden', verbRefusals.share)
  return { model, id: object.id }
}

/**
 * Makes a link to a record. Throws 404, 403 without the right to share, 422 for a field the caller may not read, one that
 * is limited to roles without the public among them, one a link cannot show, and a password that is easy to guess.
 */
export async function createShare(
  context: RecordContext,
  services: Services,
  token: string,
  { fields, expires_at: until, password }: ShareWrite,
): Promise<Required<NewShare>> {
  const { tx, caller } = context
  const { model, id: recordId } = await toShare(context, token)
  services.limiter.take('share', `${caller.tenantId} ${caller.userId}`, 100, 3600)
  const chosen = [...new Set(fields)]
  checkFields(context, model, recordId, chosen)
  const expires = expiryOf(until)
  await checkCount(context, recordId)
  const id = newId()
  const secret = newToken()
  const kept = password === undefined ? null : await hashLinkPassword(password)
  await tx.query(
    `insert into app.shares (tenant_id, id, record_id, token_hash, fields, expires_at, created_by, password_hash)
     values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8)`,
    [caller.tenantId, id, recordId, hashShare(secret), chosen, expires, caller.userId, kept],
  )
  await tx.query(`select app.remember_token(decode($1, 'hex'), 'share', $2)`, [hashShare(secret), expires])
  await recordEvent(tx, caller, {
    kind: 'shared',
    subject: 'share',
    modelId: model.id,
    recordId,
    after: {
      share: id,
      fields: chosen,
      expires_at: expires.toISOString(),
      ...(kept !== null && { locked: true }),
    },
  })
  return { id, url: `${services.publicUrl()}/p/${secret}`, expires_at: expires.toISOString() }
}

/** Refuses (422) fields a link may not show, and those the caller may not read. */
export function checkFields(
  context: RecordContext,
  model: ModelInfo,
  recordId: string,
  fields: readonly string[],
): void {
  const shown = shareAccess(context.workspace, model, recordId, fields).readable(model)
  const details = fields.flatMap((key, index): ErrorDetail[] => {
    const field = context.access.readable(model).get(key)
    const problem = (code: string, text: string) => [
      { path: `fields.${index}`, code, ...saying(text, { names: { names: [field?.label ?? key] } }) },
    ]
    if (!field) return problem('unknown_field', 'There is no field “{{names}}”.')
    if (!mayShow(field))
      return problem('share', '“{{names}}”: a link shows no signatures and no other records.')
    if (!shown.has(key))
      return problem('share', '“{{names}}” is limited to some roles, and the public is none of them.')
    return []
  })
  if (details.length > 0) throw invalid(details)
}

/** Whether a link may show it at all: no signatures, no other records. */
export const mayShow = ({ target, type }: Pick<FieldInfo, 'target' | 'type'>): boolean =>
  target === null && type !== 'signature'

export function expiryOf(until: string | undefined): Date {
  const expires = new Date(until ?? Date.now() + usualDays * day)
  if (expires.getTime() <= Date.now() || expires.getTime() > Date.now() + mostDays * day)
    throw invalid([
      { path: 'expires_at', code: 'range', message: 'A link ends in the future, within a year.' },
    ])
  return expires
}

async function checkCount({ tx, caller }: RecordContext, recordId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from app.shares
     where tenant_id = $1 and record_id = $2 and revoked_at is null and expires_at > now()`,
    [caller.tenantId, recordId],
  )
  if (must(rows[0]).count >= mostOfOne)
    throw invalid([
      { path: 'fields', code: 'limit', message: 'This record has too many links. Take some back first.' },
    ])
}

/** The links to a record, newest first. Throws 404, 403 without the right to share. */
export async function listShares(context: RecordContext, token: string): Promise<Share[]> {
  const { id } = await toShare(context, token)
  const { rows } = await context.tx.query<Omit<Share, 'shown'>>(
    `select ${columns} from app.shares where tenant_id = $1 and record_id = $2 order by id desc limit 500`,
    [context.caller.tenantId, id],
  )
  // Fields that are hidden from the one who looks are not named to them.
  const { model } = await objectByToken(context, token)
  const mine = context.access.readable(model)
  return rows.map((share) => {
    const fields = share.fields.flatMap((key) => mine.get(key) ?? [])
    return {
      ...share,
      fields: fields.map(({ key }) => key),
      shown: fields.map((field) => nameOf(model, field)),
    }
  })
}

/** What a field is called where links are made and listed. */
export const nameOf = (model: ModelInfo, field: FieldInfo): FieldName => ({
  key: field.key,
  label: field.label,
  ours: isFieldNamedByProduct(model, field),
})

/** Takes a link back. Throws 404 for one that is not there or whose record the caller may not see, 403. */
export async function withdrawShare(context: RecordContext, shareId: string): Promise<void> {
  const { tx, caller } = context
  const { model, ...share } = await shareById(context, shareId)
  if (share.revoked) return
  await tx.query('update app.shares set revoked_at = now() where tenant_id = $1 and id = $2', [
    caller.tenantId,
    shareId,
  ])
  await recordEvent(tx, caller, {
    kind: 'unshared',
    subject: 'share',
    modelId: model.id,
    recordId: share.record_id,
    after: { share: shareId },
  })
}

interface StoredShare {
  model: ModelInfo
  record_id: string
  revoked: boolean
}

async function shareById(context: RecordContext, shareId: string): Promise<StoredShare> {
  const { tx, caller, workspace, access } = context
  const { rows } = await tx.query<{ record_id: string; model_id: string; revoked: boolean }>(
    `select s.record_id, o.model_id, s.revoked_at is not null as revoked
     from app.shares s join app.objects o on o.tenant_id = s.tenant_id and o.id = s.record_id
     where s.tenant_id = $1 and s.id = $2`,
    [caller.tenantId, shareId],
  )
  const [share] = rows
  const model = share && workspace.modelsById.get(share.model_id)
  if (!share || !model || (await visibleIds(context, model.key, [share.record_id])).size === 0)
    throw new AppError('not_found')
  if (!access.can(model, 'share')) throw new AppError('forbidden', verbRefusals.share)
  return { model, record_id: share.record_id, revoked: share.revoked }
}

/** When a link was looked at, newest first. Throws 404, 403. */
export async function listShareViews(context: RecordContext, shareId: string): Promise<ShareView[]> {
  await shareById(context, shareId)
  const { rows } = await context.tx.query<ShareView>(
    `select to_json(viewed_at)#>>'{}' as viewed_at, way from app.share_views
     where tenant_id = $1 and share_id = $2 order by app.share_views.viewed_at desc, id desc limit 100`,
    [context.caller.tenantId, shareId],
  )
  return rows
}
