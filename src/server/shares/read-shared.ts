import { AppError } from '#base/app-error.ts'
import { capital } from '#base/capital.ts'
import { atEvenPace } from '#base/even-pace.ts'
import { newId } from '#base/ids.ts'
import type { Field, Option } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { Row } from '#contracts/query.ts'
import { filesOf, type SharedRecord, type ShareView } from '#contracts/share.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { fileById, type StoredFile } from '../files/stored-file.ts'
import { outsiderStepMs, throughDoor, type PublicPlace } from '../public/in-public.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { isPass } from './share-password.ts'
import { shareAccess } from './share-access.ts'
import { hashShare } from './shares.ts'

interface SharedPlace extends PublicPlace {
  model_id: string
  record_id: string
  fields: string[]
  expires_at: Date
  password_hash: string | null
}

interface Visit {
  services: Services
  requestId: string
}

/** A visit with what says that the password of the link was given, where one did. */
export interface PassedVisit extends Visit {
  pass: string | null
}

const newTokens = /^[\w-]{32}$/

/**
 * What a link shows now. 404, always the same, for one that never was, has ended or was taken back, or whose record is gone;
 * 403 for one that asks for a password, without a pass for it.
 */
export async function readShared(
  visit: PassedVisit,
  token: string,
  way: ShareView['way'],
): Promise<SharedRecord> {
  const shown = await throughShare(visit, token, async (context, model, place) => {
    requirePass(visit, token, place)
    return (await showRecord(context, model, place)) ?? refuse()
  })
  const { database } = visit.services
  await database.requests.query(`select app.note_share_view(decode($1, 'hex'), $2, $3)`, [
    hashShare(token),
    newId(),
    way,
  ])
  return shown
}

/** A file of what a link shows now. 404, always the same, where the link shows none of this id, and as `readShared`. */
export const readSharedFile = (visit: PassedVisit, token: string, fileId: string): Promise<StoredFile> =>
  throughShare(visit, token, async (context, model, place) => {
    requirePass(visit, token, place)
    const shown = await showRecord(context, model, place)
    const isShown = shown?.fields.some((field) => filesOf(field).some(({ id }) => id === fileId)) ?? false
    return isShown ? ((await fileById(context, fileId)) ?? refuse()) : refuse()
  })

/** What is kept of the password of a link; null where there is no such link, and for one that asks for none. */
export const lockOf = (visit: Visit, token: string): Promise<string | null> =>
  throughShare(visit, token, async (_context, _model, place) => place.password_hash).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    },
  )

function requirePass(
  { services, pass }: PassedVisit,
  token: string,
  { password_hash: kept }: SharedPlace,
): void {
  if (kept === null) return
  if (pass === null || !isPass(services, { hash: hashShare(token), passwordHash: kept }, pass))
    throw new AppError('forbidden', 'This link asks for a password.')
}

const refuse = (): never => {
  throw new AppError('not_found')
}

/** Does something with the rights of a link, as long as there is one; the answer leaves at an even pace. */
const throughShare = <T>(
  visit: Visit,
  token: string,
  work: (context: RecordContext, model: ModelInfo, place: SharedPlace) => Promise<T>,
): Promise<T> =>
  atEvenPace(outsiderStepMs, async () => {
    if (!newTokens.test(token)) throw new AppError('not_found')
    const hash = hashShare(token)
    const door = { text: "select * from app.enter_share(decode($1, 'hex'))", values: [hash] }
    return throughDoor<T, SharedPlace>(
      visit,
      door,
      'read',
      `share ${hash}`,
      async (context, place) => {
        const model = context.workspace.modelsById.get(place.model_id)
        if (!model) throw new AppError('not_found')
        return work(context, model, place)
      },
      {
        accessOf(workspace, { model_id, record_id, fields }) {
          const model = workspace.modelsById.get(model_id)
          if (!model) throw new AppError('not_found')
          return shareAccess(workspace, model, record_id, fields)
        },
      },
    )
  })

interface Shown {
  fields: readonly string[]
  expires_at: Date
}

/**
 * The record a link leads to as its holder sees it; null when there is none. The rights of `context` are those of the link:
 * one record, and its fields.
 */
export async function showRecord(
  context: RecordContext,
  model: ModelInfo,
  { fields, expires_at }: Shown,
): Promise<SharedRecord | null> {
  const shown = [...context.access.readable(model).values()]
    .filter(({ key }) => fields.includes(key))
    .toSorted((a, b) => Number(a.system) - Number(b.system))
  const { rows } = await ask(context, {
    model: model.key,
    fields: ['id', ...shown.map(({ key }) => key)],
    page: { size: 1 },
  })
  const [row] = rows
  if (!row) return null
  const title = model.titleField !== null && fields.includes(model.titleField) ? row[model.titleField] : null
  return {
    workspace: context.caller.tenantName,
    model: capital(model.singular ?? model.label),
    title: typeof title === 'string' ? title : null,
    fields: shown.map(({ key, label, type }) => {
      const value = row[key] ?? null
      const field = model.fields.get(key)?.field
      const text = optionText(field?.options ?? [], value)
      const currency = field && currencyIn(field, row)
      return {
        key,
        label,
        type,
        value,
        ...(text !== null && { text }),
        ...(currency !== undefined && { currency }),
        ...(field?.scale !== undefined && { scale: field.scale }),
        ...(field?.unit !== undefined && { unit: field.unit }),
        ...(type === 'rating' && typeof field?.max === 'number' && { most: field.max }),
      }
    }),
    expires_at: expires_at.toISOString(),
  }
}

/** The currency an amount is in: its own, or the one that another field names which the link shows too. */
function currencyIn({ currency, currency_from: from }: Field, row: Row): string | undefined {
  const named = from === undefined ? undefined : row[from]
  return typeof named === 'string' ? named : currency
}

/** What chosen options are called; null for what is none. */
function optionText(options: readonly Option[], value: unknown): string | null {
  if (options.length === 0 || value === null) return null
  const labels = new Map(
    options.map((option) => optionParts(option)).map(({ value: key, label }) => [key, label]),
  )
  return [value]
    .flat()
    .map((one) => labels.get(String(one)) ?? String(one))
    .join(', ')
}
