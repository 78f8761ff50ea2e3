import type { FileCatalogue } from '#estimating/exchange/line-groups.ts'
import { gaebTypeOf, otherCatalogue } from '../cost-groups/gaeb-type.ts'
import { ask, type RecordContext } from '../records/record-context.ts'

export interface FoundSet extends FileCatalogue {
  /** The id of the set of the workspace, null where there is none. */
  set: string | null
}

/**
 * The set of cost groups that each catalogue of a file is, among those this person may see: the one with its key and kind,
 * else the only one of its kind, or the one that is used by default. Catalogues of a kind of their own go by key or name.
 */
export async function findSets(
  context: RecordContext,
  catalogues: readonly FileCatalogue[],
): Promise<Map<string, FoundSet>> {
  const sets = await setsOf(context)
  const taken = new Set<string>()
  return new Map(
    catalogues.map((catalogue) => {
      const { id, type, name } = catalogue
      const free = sets.filter((set) => !taken.has(set.id))
      const alike = free.filter((set) => set.type === type)
      const byKind = type === '' || type === otherCatalogue ? [] : alike
      const set =
        alike.find(({ key }) => key === id) ??
        byKind.find(({ standard }) => standard) ??
        byKind[0] ??
        free.find((one) => one.type === otherCatalogue && (one.key === id || one.name === name)) ??
        (type === '' ? free.find(({ key }) => key === id) : undefined)
      if (set) taken.add(set.id)
      return [id, { ...catalogue, set: set?.id ?? null }]
    }),
  )
}

interface KnownSet {
  id: string
  key: string
  name: string
  type: string
  standard: boolean
}

async function setsOf(context: RecordContext): Promise<KnownSet[]> {
  const model = context.workspace.models.get('cost_group_sets')
  if (!model || !context.access.can(model, 'read')) return []
  const { rows } = await ask(context, {
    model: model.key,
    sort: [{ field: 'key', dir: 'asc' }],
    page: { size: 500 },
  })
  return rows.map((attributes) => ({
    id: String(attributes.id),
    key: String(attributes.key),
    name: String(attributes.name),
    type: gaebTypeOf({ attributes }),
    standard: attributes.standard === true,
  }))
}

/** Ids of the groups of a set by these codes, as far as this person may see them. */
export async function findGroups(
  context: RecordContext,
  set: string,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const model = context.workspace.models.get('cost_groups')
  if (!model || !context.access.can(model, 'read')) return new Map()
  const found = new Map<string, string>()
  const wanted = [...new Set(codes)]
  for (let start = 0; start < wanted.length; start += 200) {
    const { rows } = await ask(context, {
      model: model.key,
      fields: ['id', 'code'],
      where: {
        and: [
          { field: 'set', op: 'eq', value: set },
          { field: 'code', op: 'in', value: wanted.slice(start, start + 200) },
        ],
      },
      page: { size: 500 },
    })
    for (const { id, code } of rows) found.set(String(code), String(id))
  }
  return found
}
