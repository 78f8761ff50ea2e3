import type { ErrorDetail } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { saying } from '#base/saying.ts'
import { isExpression } from '#contracts/is-expression.ts'
import type { Tx } from '../database/in-tenant.ts'
import { listDefinitions, type DefinitionKind } from '../releases/definitions.ts'

interface NamedField {
  key: string
  label: string
}

// What a person makes that names fields. Formulas and rules of models are checked where models are released.
const users = {
  layout: 'The screen “{{title}}” names {{fields}}.',
  view: 'The view “{{title}}” names {{fields}}.',
  workflow: 'The workflow “{{title}}” names {{fields}}.',
  role: 'The role “{{title}}” names {{fields}}.',
} as const satisfies Partial<Record<DefinitionKind, string>>

/** What would still name these fields of a model: without them a screen shows an error where its list was. */
export async function fieldsInUse(
  tx: Tx,
  model: string,
  fields: readonly NamedField[],
): Promise<ErrorDetail[]> {
  const details: ErrorDetail[] = []
  if (fields.length === 0) return details
  for (const kind of ['layout', 'view', 'workflow', 'role'] as const) {
    for (const { key, body } of await listDefinitions(tx, kind)) {
      const about = partsAbout(body, model)
      const named = fields.filter((field) => about.some((part) => names(part, field.key)))
      if (named.length === 0) continue
      const title = String(body['title'] ?? body['label'] ?? key)
      const labels = named.map(({ label }) => label).join(', ')
      details.push({
        path: `${kind}.${key}`,
        code: 'in_use',
        ...saying(users[kind], { title, fields: labels }),
      })
    }
  }
  return details
}

/** The parts of a body that are about a model: a view or list of it with all that stands in it, what a role may do with it. */
function partsAbout(body: Record<string, unknown>, model: string): unknown[] {
  const nodes = isJsonObject(body['nodes']) ? body['nodes'] : {}
  const found: unknown[] = []
  const within = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(within)
    if (!isJsonObject(value) || isExpression(value)) return
    if (value['model'] === model) found.push(value)
    else
      for (const [key, part] of Object.entries(value))
        if (key === model) found.push(part)
        else within(part)
  }
  const below = (id: string): void => {
    const node = nodes[id]
    if (!isJsonObject(node)) return
    found.push(node['props'])
    const slots = isJsonObject(node['slots']) ? node['slots'] : {}
    for (const child of Object.values(slots).flat()) below(String(child))
  }
  const { nodes: _nodes, ...rest } = body
  within(rest)
  for (const [id, node] of Object.entries(nodes)) {
    const props = isJsonObject(node) ? node['props'] : null
    if (isJsonObject(props) && props['model'] === model) below(id)
    else within(node)
  }
  return found
}

/** Whether a value names a field: by its key, by a path that begins with it, or in an expression. */
function names(value: unknown, field: string): boolean {
  if (typeof value === 'string') return value === field || value.startsWith(`${field}.`)
  if (Array.isArray(value)) return value.some((part) => names(part, field))
  if (!isJsonObject(value)) return false
  if (isExpression(value)) return new RegExp(`\\.${field}\\b`).test(value['='])
  // The order of a view's columns leaves out what is not there.
  return Object.entries(value).some(([key, part]) => key !== 'order' && names(part, field))
}
