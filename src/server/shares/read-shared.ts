import { AppError } from '#base/app-error.ts'
import { atEvenPace } from '#base/even-pace.ts'
import type { SharedRecord } from '#contracts/share.ts'
import { outsiderStepMs, throughDoor, type PublicPlace } from '../public/in-public.ts'
import { ask } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { shareAccess } from './share-access.ts'
import { hashShare } from './shares.ts'

interface SharedPlace extends PublicPlace {
  model_id: string
  record_id: string
  fields: string[]
  expires_at: Date
}

const newTokens = /^[\w-]{32}$/

/** What a link shows now. 404, always the same, for one that never was, has ended or was taken back, or whose record is gone. */
export function readShared(
  visit: { services: Services; requestId: string },
  token: string,
): Promise<SharedRecord> {
  return atEvenPace(outsiderStepMs, async () => {
    if (!newTokens.test(token)) throw new AppError('not_found')
    const hash = hashShare(token)
    const door = { text: "select * from app.enter_share(decode($1, 'hex'))", values: [hash] }
    return throughDoor<SharedRecord, SharedPlace>(
      visit,
      door,
      'read',
      `share ${hash}`,
      async (context, place) => {
        const model = context.workspace.modelsById.get(place.model_id)
        if (!model) throw new AppError('not_found')
        const shown = [...context.access.readable(model).values()].filter(({ key }) =>
          place.fields.includes(key),
        )
        const { rows } = await ask(context, {
          model: model.key,
          fields: ['id', ...shown.map(({ key }) => key)],
          page: { size: 1 },
        })
        const [row] = rows
        if (!row) throw new AppError('not_found')
        const title =
          model.titleField !== null && place.fields.includes(model.titleField) ? row[model.titleField] : null
        return {
          workspace: place.tenant_name,
          model: model.label,
          title: typeof title === 'string' ? title : null,
          fields: shown.map(({ key, label, type }) => ({ key, label, type, value: row[key] ?? null })),
          expires_at: place.expires_at.toISOString(),
        }
      },
      (workspace, { model_id, record_id, fields }) => {
        const model = workspace.modelsById.get(model_id)
        if (!model) throw new AppError('not_found')
        return shareAccess(workspace, model, record_id, fields)
      },
    )
  })
}
