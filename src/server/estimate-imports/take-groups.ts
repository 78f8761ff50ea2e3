import { groupBy } from '#base/group-by.ts'
import type { EstimateNode } from '#estimating/estimate-document.ts'
import { groupNotes } from '#estimating/exchange/group-notes.ts'
import type { FileCatalogue, LineGroup, LineGroups } from '#estimating/exchange/line-groups.ts'
import { compareFixed, hundred, parseFixed, sumFixed } from '#estimating/fixed.ts'
import type { RecordContext } from '../records/record-context.ts'
import { findGroups, findSets } from './find-groups.ts'

/** The cost groups of a line: its own, which has what the further ones of its set leave, and these. */
export interface TakenGroups {
  own: string | null
  further: { group: string; share: string }[]
}

/**
 * Where the lines of a file belong, in the cost groups of the workspace that this person may see. What has no place there is
 * told in words: catalogues without a set, codes without a group.
 */
export async function takeGroups(
  context: RecordContext,
  groups: LineGroups,
  nodes: readonly EstimateNode[],
): Promise<{ byLine: Map<string, TakenGroups>; notes: string[] }> {
  const notes: string[] = []
  const used = groupBy([...groups.byLine.values()].flat(), ({ catalogue }) => catalogue)
  const sets = await findSets(context, withUndeclared(groups.catalogues, [...used.keys()]))
  const known = new Map<string, ReadonlyMap<string, string>>()
  for (const [catalogue, parts] of used) {
    const { set, type, name } = sets.get(catalogue) ?? { set: null, type: '', name: catalogue }
    if (set !== null)
      known.set(
        catalogue,
        await findGroups(
          context,
          set,
          parts.map(({ code }) => code),
        ),
      )
    else {
      const codes = [...groupBy(parts, ({ code }) => code)].map(([code, of]) => `${code} (${of.length})`)
      notes.push(groupNotes.noSet(name, type, codes))
    }
  }
  const numbers = new Map(nodes.map(({ id, number, title }) => [id, number ?? title]))
  const missing = new Map<string, { set: string; code: string; lines: string[] }>()
  const byLine = new Map<string, TakenGroups>()
  for (const [line, parts] of groups.byLine) {
    const found = parts.flatMap((part) => {
      const group = known.get(part.catalogue)?.get(part.code)
      if (group !== undefined) return [{ ...part, group }]
      if (known.has(part.catalogue)) {
        const key = `${part.catalogue} ${part.code}`
        const entry = missing.get(key) ?? {
          set: sets.get(part.catalogue)?.name ?? part.catalogue,
          code: part.code,
          lines: [],
        }
        entry.lines.push(numbers.get(line) ?? line)
        missing.set(key, entry)
      }
      return []
    })
    if (found.length > 0) byLine.set(line, takenOf(found, parts))
  }
  for (const { set, code, lines } of missing.values()) notes.push(groupNotes.noGroup(set, code, lines))
  return limited(context, byLine, notes)
}

/** The first is the line's own where its catalogue leaves nothing open, which its own group would take. */
function takenOf(found: readonly (LineGroup & { group: string })[], all: readonly LineGroup[]): TakenGroups {
  const [first] = found
  const beside = all.filter(({ catalogue }) => catalogue === first?.catalogue)
  const isFound = found.filter(({ catalogue }) => catalogue === first?.catalogue).length === beside.length
  const sum = sumFixed(beside.map(({ share }) => parseFixed(share)))
  const own = isFound && compareFixed(sum, hundred) === 0 ? (first?.group ?? null) : null
  return {
    own,
    further: found.flatMap(({ group, share }) => (group === own ? [] : [{ group, share }])),
  }
}

/** Without what this person may not write, or what the workspace has no model for. */
function limited(
  { access, workspace }: RecordContext,
  byLine: Map<string, TakenGroups>,
  notes: string[],
): { byLine: Map<string, TakenGroups>; notes: string[] } {
  const lines = workspace.models.get('estimate_lines')
  const parts = workspace.models.get('line_classifications')
  const mayOwn = lines !== undefined && access.mayWrite(lines, 'cost_group')
  const mayFurther = parts !== undefined && access.can(parts, 'create')
  let left = 0
  for (const taken of byLine.values()) {
    if (!mayOwn && taken.own !== null) {
      left += 1
      taken.own = null
    }
    if (mayFurther || taken.further.length === 0) continue
    left += taken.further.length
    taken.further = []
  }
  if (left > 0) notes.push(groupNotes.notWritten(left))
  return { byLine, notes }
}

/** Files use catalogues that they do not declare. */
const withUndeclared = (declared: readonly FileCatalogue[], used: readonly string[]): FileCatalogue[] => {
  const known = new Set(declared.map(({ id }) => id))
  const others = used.filter((id) => !known.has(id)).map((id) => ({ id, type: '', name: id }))
  return [...declared.filter(({ id }) => used.includes(id)), ...others]
}
