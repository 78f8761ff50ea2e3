import { AppError } from '#base/app-error.ts'
import type { Query } from '#contracts/query.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { readableFreeKeys, readerScope, type Principal } from '../permissions/restrict-query.ts'
import { checkLimits } from './check-limits.ts'
import { cursorScope, readCursor } from './cursor.ts'
import { invalidQuery, unknownModel } from './query-errors.ts'
import { queryLimits } from './query-limits.ts'
import { resolveAggregates, resolveGroups, resolveGroupSort } from './resolve-groups.ts'
import { resolveListing, type Listings } from './resolve-listing.ts'
import type { ResolvedQuery } from './resolved-query.ts'
import type { ShownNames } from './shown-names.ts'

export interface Asker extends Principal {
  /** The server's secret that signs page marks. */
  cursorKey: string
  /** How they see the names of definitions; absent: as they are kept. */
  names?: ShownNames | null
}

/**
 * Makes a question answerable: limits, names against what this reader may see, value types, row rules.
 * Refuses with `not_found` (model), 400 `unknown_field`, 422 `invalid`, 400 `bad_request` (page mark); places begin with
 * `path`: `prepareQuery(query, workspace, access, asker, 'queries.0')`.
 */
export function prepareQuery(
  query: Query,
  workspace: Workspace,
  access: Access,
  asker: Asker,
  path: string,
): ResolvedQuery {
  const model = readableModel(workspace, access, query.model)
  checkLimits(query, path)
  // Records are in the order of what is kept, whatever else is asked beside them.
  const names = (model.kind === 'table' ? asker.names : null) ?? null
  const listings: Listings = {
    scope: readerScope(workspace, access, asker, names),
    free: (target) => readableFreeKeys(workspace, access, target),
  }
  const groups = resolveGroups(listings.scope, model, query, path)
  const aggregates = resolveAggregates(listings.scope, model, query, path)
  const groupSort = groups.length > 0 ? resolveGroupSort(groups, aggregates, query.sort ?? [], path) : []
  if (groups.length > 0) refuseBesideGroups(query, path)
  const part = groups.length > 0 ? { ...query, sort: [] } : query
  const size = query.page?.size ?? queryLimits.defaultPageSize
  const listing = resolveListing(listings, model, part, path, size, size)
  // Names are in another order in another language: a page mark does not lead from one into the other.
  const byName = [...groups, ...listing.sort.map((part) => part.path)].some(
    ({ shown }) => shown !== undefined,
  )
  const orderedIn = byName ? (names?.language ?? null) : null
  const cursor = cursorScope(asker.cursorKey, workspace.tenantId, asker.userId, query, orderedIn)
  const marks = groups.length > 0 ? groupSort.length : listing.sort.length
  const after = query.page?.after
  return {
    ...listing,
    tenantId: workspace.tenantId,
    asOf: query.as_of === undefined ? null : past(query.as_of, model, workspace, access, path),
    group: groups,
    groupSort,
    aggregates,
    after: after === undefined ? null : readCursor(cursor, after, marks, `${path}.page.after`),
    skip: query.page?.skip ?? 0,
    total: query.total ?? 'none',
    cursor,
  }
}

/** The model with this key, if this role may read it: 404 `not_found` otherwise, whether it exists or not. */
function readableModel(workspace: Workspace, access: Access, key: string): ModelInfo {
  const model = workspace.models.get(key)
  if (!model || !access.can(model, 'read')) throw unknownModel()
  return model
}

/**
 * A question about the past. Refused for a role that sees only some rows of a model: what it may see is a matter of now,
 * and a record of then may have been out of its sight.
 */
function past(
  at: string,
  model: ModelInfo,
  workspace: Workspace,
  access: Access,
  path: string,
): { at: string } {
  if (model.kind === 'table') throw invalidQuery(`${path}.as_of`, 'as_of', 'Only records have a past.')
  if (access.outside)
    throw new AppError(
      'forbidden',
      'Your role sees records as they are now; their past is for those who work here.',
    )
  const partly = [...workspace.modelsById.values()].filter(
    (other) => access.can(other, 'read') && access.rowRule(other) !== null,
  )
  if (partly.length > 0) throw closedPast(partly)
  return { at }
}

/** Why lists of the past are closed to somebody who sees only some records, and what is open to them instead. */
const closedPast = (partly: readonly ModelInfo[]): AppError =>
  new AppError(
    'forbidden',
    'Your role sees only some records, and which of them it saw at that moment cannot be told: lists of the past are closed to it. The history of each single record is open, and a role that sees all records may look at lists of the past.',
    { details: { reason: 'row_rule', models: partly.map(({ key, label }) => ({ key, label })) } },
  )

function refuseBesideGroups(query: Query, path: string): void {
  for (const part of ['fields', 'expand'] as const)
    if (query[part] !== undefined)
      throw invalidQuery(
        `${path}.${part}`,
        'grouped',
        'A grouped question answers its groups and totals only.',
      )
}
