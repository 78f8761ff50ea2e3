import { isUuid } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { memberModelKey } from '#kernel/models/field-info.ts'
import { ask, type RecordContext } from '../records/record-context.ts'

/** The fields by which a record of a model can be named in a file, most exact first. All are readable for this person. */
export function namingFields({ access }: RecordContext, model: ModelInfo): string[] {
  const readable = [...access.readable(model).values()]
  const named = readable
    .filter(({ system, field, type }) => !system && field.unique === true && type === 'text')
    .map(({ key }) => key)
  if (model.key === memberModelKey && access.readable(model).has('email')) named.push('email')
  if (model.titleField !== null && access.readable(model).has(model.titleField)) named.push(model.titleField)
  return [...new Set(named)]
}

/** Ids by what names them: null where two records have the same name. */
async function idsByName(
  context: RecordContext,
  model: ModelInfo,
  names: readonly string[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (const field of namingFields(context, model)) {
    const open = names.filter((name) => !found.has(name))
    for (let start = 0; start < open.length; start += 200) {
      const value = open.slice(start, start + 200)
      const { rows } = await ask(context, {
        model: model.key,
        fields: ['id', field],
        where: { field, op: 'in', value },
        page: { size: 500 },
      })
      for (const row of rows) {
        const name = row[field]
        if (typeof name !== 'string' || typeof row.id !== 'string') continue
        found.set(name, found.has(name) ? null : row.id)
      }
    }
  }
  return found
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (item): item is string => typeof item === 'string' && !isUuid(item),
  )

/**
 * Puts ids in place of names in the link fields of a batch: a file says “Holz Maier”, a record holds an id. Only records
 * this person may see are found; a name that is unknown or not unique stays as it is, and the validator refuses it.
 */
export async function resolveLinks(
  context: RecordContext,
  fields: readonly Field[],
  rows: Record<string, unknown>[],
): Promise<void> {
  for (const field of fields) {
    if (field.type !== 'relation' && field.type !== 'user') continue
    const target = context.workspace.models.get(field.type === 'user' ? memberModelKey : (field.target ?? ''))
    const names = [...new Set(rows.flatMap((row) => textsOf(row[field.key])))]
    if (!target || names.length === 0 || !context.access.can(target, 'read')) continue
    const ids = await idsByName(context, target, names)
    const idOf = (value: unknown): unknown => (typeof value === 'string' ? (ids.get(value) ?? value) : value)
    for (const row of rows) {
      const value = row[field.key]
      if (value !== undefined)
        row[field.key] = Array.isArray(value) ? value.map((item) => idOf(item)) : idOf(value)
    }
  }
}
