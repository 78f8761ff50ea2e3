import type { Where } from '#contracts/query.ts'
import type { ViewSettings } from '#contracts/view.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import type { Access } from './compile-permissions.ts'

/**
 * A saved view as somebody may know it who does not edit screens: no field they may not read is named in it. Order, groups,
 * columns and what it is laid out by lose the hidden ones. Null: its conditions need one, and without them the list would
 * hold more than its author meant.
 */
export function narrowView(
  settings: ViewSettings,
  model: ModelInfo,
  workspace: Workspace,
  access: Access,
): ViewSettings | null {
  const open = (path: string): boolean => mayFollow(path, model, workspace, access)
  const { filters, sort, group, order, hidden, widths, pins, totals, by, rows, measure, ...others } = settings
  if (filters && !mayAsk(filters, model, workspace, access)) return null
  const keyed = <Value>(map: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(map).filter(([path]) => open(path)))
  return {
    ...others,
    ...(filters && { filters }),
    ...(sort && { sort: sort.filter(({ field }) => open(field)) }),
    ...(group && { group: group.filter(open) }),
    ...(order && { order: order.filter(open) }),
    ...(hidden && { hidden: keyed(hidden) }),
    ...(widths && { widths: keyed(widths) }),
    ...(pins && { pins: keyed(pins) }),
    ...(totals && { totals: keyed(totals) }),
    ...(by !== undefined && open(by) && { by }),
    ...(rows !== undefined && open(rows) && { rows }),
    ...(measure !== undefined && open(measure) && { measure }),
  }
}

/** Whether every field that conditions on a model name is one this reader may read. */
export const mayAsk = (where: Where, model: ModelInfo, workspace: Workspace, access: Access): boolean =>
  conditionPaths(where).every((path) => mayFollow(path, model, workspace, access))

/** Every field the conditions name, in order. */
export function conditionPaths(where: Where): string[] {
  if ('and' in where) return where.and.flatMap(conditionPaths)
  if ('or' in where) return where.or.flatMap(conditionPaths)
  return 'not' in where ? conditionPaths(where.not) : [where.field]
}

/** Whether each step of a path is a field this reader may read. */
function mayFollow(path: string, model: ModelInfo, workspace: Workspace, access: Access): boolean {
  let here: ModelInfo | undefined = model
  for (const key of path.split('.')) {
    const field: FieldOf | undefined = here && access.readable(here).get(key)
    if (!field) return false
    here = workspace.models.get(field.target ?? '')
  }
  return true
}

type FieldOf = ReturnType<Access['readable']> extends ReadonlyMap<string, infer Field> ? Field : never
