import { canonicalJson } from '#base/json.ts'
import { draftsForGroups } from '../estimates/drafts-for-groups.ts'
import { holdVersions } from '../estimates/hold-versions.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { StandardGuard } from '../standard-models/standard-guard.ts'
import { holdTrees } from '../standard-models/tree-rules.ts'
import { groupTree } from './group-tree.ts'

/**
 * Where groups come, go or move, drafts with markups for groups of their sets follow: these are held first and the sets after
 * them, in the order in which a version takes its copy of what is inside the groups (`markup-groups.ts`). So a markup that is
 * made at the same time is seen here, or sees the groups as they will be.
 */
export const guardGroups: StandardGuard = async (context, model, { kind, ids, incoming }) => {
  const stored = await loadObjects(context, model, [...ids])
  const comingOf = new Map(ids.map((id, at) => [id, incoming[at] ?? {}]))
  const moved = stored.filter(
    ({ id, attributes }) =>
      kind === 'delete' ||
      Object.entries(comingOf.get(id) ?? {}).some(
        ([key, value]) =>
          (key === 'parent' || key === 'set') &&
          canonicalJson(value ?? null) !== canonicalJson(attributes[key] ?? null),
      ),
  )
  const placed =
    kind === 'create' || kind === 'restore'
      ? incoming
      : moved.flatMap(({ id, attributes }) => [attributes, comingOf.get(id) ?? {}])
  const sets = linkedIds(placed, 'set')
  if (sets.size === 0) return
  await holdVersions(context, await draftsForGroups(context, [...sets]))
  await holdTrees(context, groupTree, sets)
}
