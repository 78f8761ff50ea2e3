import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { Where } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { pastOf } from '../field/past-of.ts'

/** What the records that conditions name are called. One question for the first relation that is filtered by. */
export function useRecordNames(
  model: ModelDescription,
  where: Where | null,
): (field: FieldDescription, id: string) => string {
  const named = where ? idsIn(where, model) : null
  const title = named?.field.target_title
  const answer = useQuery(
    named?.field.target && title
      ? {
          model: named.field.target,
          where: { field: 'id', op: 'in', value: named.ids.slice(0, 100) },
          fields: [title],
          page: { size: 100 },
          ...pastOf(named.field, named.field.target),
        }
      : null,
  )
  return (field, id) => {
    const row = field.key === named?.field.key ? answer.data?.rows.find((one) => one['id'] === id) : undefined
    const name = row && title ? row[title] : undefined
    return typeof name === 'string' || typeof name === 'number' ? String(name) : '…'
  }
}

function idsIn(where: Where, model: ModelDescription): { field: FieldDescription; ids: string[] } | null {
  if ('and' in where || 'or' in where) {
    for (const one of 'and' in where ? where.and : where.or) {
      const found = idsIn(one, model)
      if (found) return found
    }
    return null
  }
  if ('not' in where) return idsIn(where.not, model)
  const field = model.fields.find(({ key }) => key === where.field)
  if (!field || (field.type !== 'relation' && field.type !== 'user')) return null
  const values: unknown[] = Array.isArray(where.value) ? where.value : [where.value]
  const ids = values.filter((one): one is string => typeof one === 'string')
  return ids.length > 0 ? { field, ids } : null
}
