import type { FurtherGroups } from '#estimating/roll-up-estimate.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { updateRows, type ChangedObject, type EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { changedRows, type Wanted } from './changed-rows.ts'
import { deriveVersion } from './derive-version.ts'
import { documentOf, inPathOrder } from './document-of.ts'
import type { EditedLines } from './edited-lines.ts'
import { followedBy } from './followed-by.ts'
import { furtherGroups } from './further-groups.ts'
import { holdVersions } from './hold-versions.ts'
import { keepEditedLines } from './keep-edited-lines.ts'
import { keepEstimates } from './keep-estimate.ts'
import { keepMovedLines } from './keep-moved-lines.ts'
import { keptGroups, type MarkupGroups } from './markup-groups.ts'
import { plainly } from './plain-refusal.ts'
import { postponed } from './postponed.ts'
import { missingSortKeys } from './sort-keys.ts'
import { idsOf, loadVersion, modelNamed, type StoredRow, type StoredVersion } from './stored-version.ts'

/**
 * Works versions out and writes what changed: of lines and sections, resources, markups, the version and its estimate.
 * Each is read once and written once a model. Versions that are gone or are no drafts any more keep what they have. Where
 * only values of some lines changed (`edited`), it reads and writes these, what they stand in, and the sums; where lines only
 * `moved`, their places and the sums of sections.
 */
export async function keepVersions(
  context: RecordContext,
  ids: Iterable<string>,
  cause: EventCause,
  {
    edited = null,
    moved = null,
  }: { edited?: EditedLines | null; moved?: readonly RecordChange[] | null } = {},
): Promise<Followed[]> {
  const later = postponed.get(context.tx)
  if (later) {
    for (const id of ids) later.add(id)
    return []
  }
  const followed: Followed[] = []
  const held = await holdVersions(context, new Set(ids))
  for (const { id, status } of held)
    if (status === 'draft')
      followed.push(
        ...((edited && (await keepEditedLines(context, id, edited, cause))) ??
          (moved && (await keepMovedLines(context, id, moved, cause))) ??
          (await keepVersion(context, id, cause))),
      )
  return [
    ...followed,
    ...(await keepEstimates(
      context,
      held.map(({ estimate }) => estimate),
      cause,
    )),
  ]
}

async function keepVersion(context: RecordContext, id: string, cause: EventCause): Promise<Followed[]> {
  const stored = withSortKeys(await loadVersion(context, id))
  const groups = await keptGroups(context, stored.markups, stored.further ?? [])
  const further = await furtherGroups(context, idsOf(stored.lines), stored.further)
  const { rows, wanted } = workOut(stored, groups, further)
  const followed: Followed[] = []
  for (const key of [
    'estimate_lines',
    'estimate_resources',
    'estimate_markups',
    'estimate_versions',
  ] as const) {
    const changes = changedRows(rows[key], (row) => wanted.get(row) ?? {})
    if (changes.length > 0) followed.push(await write(context, modelNamed(context, key), changes, cause))
  }
  return followed
}

async function write(
  context: RecordContext,
  model: ModelInfo,
  changes: readonly ChangedObject[],
  cause: EventCause,
): Promise<Followed> {
  await updateRows(context, model, changes, cause)
  return followedBy(model, changes)
}

interface Keyed extends StoredVersion {
  /** The keys that rows do not have yet. */
  sortKeys: ReadonlyMap<string, string>
}

function withSortKeys(stored: StoredVersion): Keyed {
  const sortKeys = new Map([...missingSortKeys(stored.lines, 'parent'), ...missingSortKeys(stored.markups)])
  return { ...stored, sortKeys }
}

function workOut(
  { sortKeys, ...stored }: Keyed,
  groups: ReadonlyMap<string, MarkupGroups | null>,
  further: FurtherGroups,
) {
  const keyed = (row: StoredRow): StoredRow => {
    const sort = sortKeys.get(row.id)
    return sort === undefined ? row : { ...row, attributes: { ...row.attributes, sort } }
  }
  const grouped = (row: StoredRow): StoredRow =>
    groups.has(row.id) ? { ...row, attributes: { ...row.attributes, groups: groups.get(row.id) } } : row
  const placed = {
    ...stored,
    lines: stored.lines.map(keyed),
    markups: stored.markups.map(keyed).map(grouped),
  }
  const document = documentOf(placed)
  const derived = plainly(() => deriveVersion(document, further))
  const sortOf = (row: StoredRow): Wanted => (sortKeys.has(row.id) ? { sort: sortKeys.get(row.id) } : {})
  const wanted = new Map<StoredRow, Wanted>([[stored.version, derived.version]])
  for (const row of stored.lines) wanted.set(row, { ...sortOf(row), ...derived.nodes.get(row.id) })
  const markups = new Map(document.markups.map(({ key }, at) => [key, derived.markups[at] ?? {}]))
  for (const row of stored.markups)
    wanted.set(row, {
      ...sortOf(row),
      ...(groups.has(row.id) && { groups: groups.get(row.id) }),
      ...markups.get(String(row.attributes.key)),
    })
  const shares = new Map([...derived.resources].map(([line, own]) => [line, [...own]]))
  for (const row of inPathOrder(stored.resources)) {
    const share = shares.get(String(row.attributes.line))?.shift()
    wanted.set(row, share ? { ...share } : { quantity: null, amount: null })
  }
  const rows = {
    estimate_lines: stored.lines,
    estimate_resources: stored.resources,
    estimate_markups: stored.markups,
    estimate_versions: [stored.version],
  }
  return { rows, wanted }
}
