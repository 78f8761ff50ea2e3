import type { Where } from '#contracts/query.ts'
import type { FieldInfo } from '../models/field-info.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'

/** The model whose records say what a customer may in a project, and until when. */
export const customerAccessKey = 'portal_access'

/** Where records of the product stand: the paths to the projects and estimates that they belong to. */
const places: ReadonlyMap<string, readonly string[]> = new Map([
  ['projects', ['id']],
  ['estimates', ['id', 'project']],
  ['estimate_versions', ['estimate', 'estimate.project']],
  ['hierarchies', ['project']],
  ['hierarchy_nodes', ['hierarchy.project']],
])

const ofWorkspace = new WeakMap<Workspace, Map<ModelInfo, Where | null>>()

/**
 * Keeps from a person what belongs to a project or estimate that is closed to them (`user.closed`), in models of the
 * workspace too: those that point to such a place. Null where nothing can be closed.
 */
export function closedRule(workspace: Workspace, model: ModelInfo): Where | null {
  let rules = ofWorkspace.get(workspace)
  if (!rules) ofWorkspace.set(workspace, (rules = new Map()))
  let rule = rules.get(model)
  if (rule === undefined) rules.set(model, (rule = findRule(workspace, model)))
  return rule
}

function findRule(workspace: Workspace, model: ModelInfo): Where | null {
  const person = workspace.models.get(customerAccessKey)?.fields.get('customer')?.target
  // Who somebody is belongs to no project.
  if (person === undefined || model.key === person || model.kind !== 'objects') return null
  const paths = places.get(model.key) ?? [...model.fields.values()].flatMap((field) => pathsBy(field))
  const known = paths.filter((path) => leadsToId(workspace, model, path))
  if (known.length === 0) return null
  return {
    and: known.map((field) => ({ not: { field, op: 'in', value: { '=': 'user.closed' } } })),
  }
}

const pathsBy = ({ key, kind, target, system, computed }: FieldInfo): string[] =>
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
