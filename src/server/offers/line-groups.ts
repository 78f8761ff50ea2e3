import type { FileCatalogue, LineGroup, LineGroups } from '#estimating/exchange/line-groups.ts'
import { parseFixed, plainText } from '#estimating/fixed.ts'
import { gaebTypeOf } from '../cost-groups/gaeb-type.ts'
import { groupSharesOf } from '../estimates/group-shares-of.ts'
import { textOf } from '../estimates/read-value.ts'
import { furtherOf, idsOf, type StoredRow, type StoredVersion } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'

const models = ['cost_group_sets', 'cost_groups', 'line_classifications'] as const

/**
 * The cost groups of the lines of a version in every set, with their shares. Null where there are some and this reader may
 * not read all there is of them.
 */
export async function lineGroupsOf(
  context: RecordContext,
  stored: StoredVersion,
): Promise<LineGroups | null> {
  const further = stored.further ?? (await furtherOf(context, idsOf(stored.lines)))
  const named = [...stored.lines, ...further].flatMap(
    ({ attributes }) => textOf(attributes, 'cost_group') ?? [],
  )
  if (named.length === 0) return { catalogues: [], byLine: new Map() }
  if (!mayReadGroups(context)) return null
  const groups = await rowsWith(context, 'cost_groups', named)
  const setOf = (group: string): string => textOf(groups.get(group)?.attributes ?? {}, 'set') ?? ''
  const sets = await rowsWith(context, 'cost_group_sets', [...groups.keys()].map(setOf))
  const byKey = [...sets.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const sharesIn = new Map(
    byKey.map((set) => {
      const own = new Set([...groups.keys()].filter((group) => setOf(group) === set.id))
      return [set.id, groupSharesOf(stored.lines, further, set.id, own)]
    }),
  )
  const byLine = new Map<string, readonly LineGroup[]>()
  for (const { id, attributes } of stored.lines) {
    const own = textOf(attributes, 'cost_group')
    const parts = byKey.flatMap((set) =>
      (sharesIn.get(set.id)?.get(id) ?? []).map(({ code, share }) => ({
        catalogue: keyOf(set),
        code: textOf(groups.get(code)?.attributes ?? {}, 'code') ?? '',
        share: plainText(parseFixed(share)),
        // The line's own group stands first, and with it the others of its set.
        rank: code === own ? 0 : own !== null && setOf(own) === set.id ? 1 : 2,
      })),
    )
    const inOrder = parts.toSorted((a, b) => a.rank - b.rank)
    if (parts.length > 0)
      byLine.set(
        id,
        inOrder.map(({ rank: _rank, ...part }) => part),
      )
  }
  return { catalogues: byKey.map(catalogueOf), byLine }
}

const keyOf = ({ id, attributes }: StoredRow): string => textOf(attributes, 'key') ?? id

const catalogueOf = (set: StoredRow): FileCatalogue => ({
  id: keyOf(set),
  type: gaebTypeOf(set),
  name: textOf(set.attributes, 'name') ?? keyOf(set),
})

function mayReadGroups({ access, workspace }: RecordContext): boolean {
  return models.every((key) => {
    const model = workspace.models.get(key)
    if (!model) return key === 'line_classifications'
    const readable = access.readable(model)
    return access.rowRule(model) === null && [...model.fields.keys()].every((field) => readable.has(field))
  })
}

async function rowsWith(
  context: RecordContext,
  key: string,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> {
  const model = context.workspace.models.get(key)
  const rows = model
    ? await loadObjects(
        context,
        model,
        [...new Set(ids)].filter((id) => id !== ''),
      )
    : []
  return new Map(rows.map((row) => [row.id, row]))
}
