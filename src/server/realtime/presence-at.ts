import { isUuid } from '#base/ids.ts'
import type { JsonObject } from '#base/json.ts'
import { memberModelKey } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Grant, Presence } from '#platform/realtime/realtime-ports.ts'
import type { RecordContext } from '../records/record-context.ts'

/** What of somebody is shown, and how it is asked later which records they may see. */
export interface ShowerOf {
  userId: string
  name: string
  /** Which of these records of the model they may see now; asked in a transaction of its own. */
  visible(model: string, ids: readonly string[]): Promise<ReadonlySet<string>>
}

const fieldKey = /^[a-z][a-z0-9_]{0,62}$/

/**
 * How people show themselves to each other at a model (`record` null) or at one record of it: where they are, never what
 * they type. Somebody who does not see the people of the workspace sees nobody, a field one may not read is left out, and who
 * is at a record that a reader may not see is not there for them.
 */
export function presenceAt(
  { access, workspace }: RecordContext,
  model: ModelInfo,
  record: string | null,
  { userId, name, visible }: ShowerOf,
): NonNullable<Grant['presence']> {
  const people = workspace.models.get(memberModelKey)
  const seesPeople = people !== undefined && access.can(people, 'read')
  const seesAll = access.rowRule(model) === null
  const readable = (field: unknown): string | null =>
    typeof field === 'string' && fieldKey.test(field) && access.mayRead(model, field) ? field : null
  return {
    async show(said): Promise<JsonObject> {
      const place: unknown = record ?? said['record']
      const isThere = typeof place === 'string' && isUuid(place) && (await sees(place))
      return {
        user_id: userId,
        name,
        record: isThere ? place : null,
        field: isThere ? readable(said['field']) : null,
      }
    },
    async see(present) {
      const others = seesPeople ? present : present.filter((one) => one.userId === userId)
      const known = await hiddenFrom(others)
      return others.flatMap((one) => {
        const { record: place, field } = one.shown
        if (typeof place === 'string' && known?.has(place) === false) return []
        return { ...one, shown: { ...one.shown, field: readable(field) } }
      })
    },
  }

  async function sees(id: string): Promise<boolean> {
    return seesAll || (await visible(model.key, [id])).has(id)
  }

  // The records among those places that this reader may see; null: whichever.
  async function hiddenFrom(present: readonly Presence[]): Promise<ReadonlySet<string> | null> {
    if (seesAll) return null
    const ids = present.flatMap(({ shown }) => (typeof shown['record'] === 'string' ? [shown['record']] : []))
    return visible(model.key, [...new Set(ids)])
  }
}
