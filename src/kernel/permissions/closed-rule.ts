import type { Where } from '#contracts/query.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { Closing, ModelInfo, Workspace } from '../models/workspace.ts'

const ofWorkspace = new WeakMap<Workspace, Map<ModelInfo, Where | null>>()

/**
 * Keeps from a person what belongs to a place that is closed to them (`user.closed`), in models of the workspace too: those
 * that point to such a place. Null where nothing can be closed.
 */
export function closedRule(workspace: Workspace, model: ModelInfo): Where | null {
  let rules = ofWorkspace.get(workspace)
  if (!rules) ofWorkspace.set(workspace, (rules = new Map()))
  let rule = rules.get(model)
  if (rule === undefined) rules.set(model, (rule = findRule(workspace, model)))
  return rule
}

function findRule(workspace: Workspace, model: ModelInfo): Where | null {
  const { closing } = workspace
  const person = closing && workspace.models.get(closing.model)?.fields.get(closing.to)?.target
  // Who somebody is belongs to no project.
  if (!closing || !person || model.key === person || model.kind !== 'objects') return null
  const { paths: places } = closing
  const paths = places.get(model.key) ?? [...model.fields.values()].flatMap((field) => pathsBy(field, places))
  const known = paths.filter((path) => leadsToId(workspace, model, path))
  if (known.length === 0) return null
  return {
    and: known.map((field) => ({ not: { field, op: 'in', value: { '=': 'user.closed' } } })),
  }
}

const pathsBy = ({ key, kind, target, system, computed }: FieldInfo, places: Closing['paths']): string[] =>
  kind !== 'id' || target === null || system || computed
    ? []
    : (places.get(target) ?? []).map((path) => (path === 'id' ? key : `${key}.${path}`))

// A workspace may have left out a field of a model that it took in.
function leadsToId(workspace: Workspace, model: ModelInfo, path: string): boolean {
  let at: ModelInfo | undefined = model
  let kind: string | undefined
  for (const name of path.split('.')) {
    const field: FieldInfo | undefined = at?.fields.get(name)
    kind = field?.kind
    at = field?.target ? workspace.models.get(field.target) : undefined
  }
  return kind === 'id'
}

/** Both rules, where there are two. */
export const withRule = (rule: Where | null, closed: Where | null): Where | null =>
  rule && closed ? { and: [rule, closed] } : (rule ?? closed)
