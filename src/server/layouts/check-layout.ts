import { AppError, type ErrorDetail } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { checkProps, definitionOf } from '#components/definitions.ts'
import type { Layout, LayoutNode } from '#contracts/layout.ts'
import { parseExpressionsIn } from '#expressions/parse-expressions-in.ts'

// Names every screen offers, and what events, repeated slots and components' own slots add.
const screenNames = {
  params: true,
  query: true,
  state: true,
  sources: true,
  results: true,
  nodes: true,
  user: true,
  tenant: true,
} as const
const localNames = { item: true, index: true, event: true, row: true } as const

/**
 * What is wrong with a layout beyond its shape: unknown components, props and slots, nodes that are missing, used twice
 * or hang below themselves, expressions that cannot be read. Paths lead into the layout: `nodes.grid.props.model`.
 */
export function checkLayout(layout: Layout): ErrorDetail[] {
  return [
    ...Object.entries(layout.nodes).flatMap(([id, node]) => checkNode(`nodes.${id}`, node)),
    ...checkTree(layout),
    ...checkExpressions(layout),
  ]
}

function checkNode(path: string, node: LayoutNode): ErrorDetail[] {
  const definition = definitionOf(node.component)
  if (!definition)
    return [
      {
        path: `${path}.component`,
        code: 'unknown_component',
        message: `There is no component ${node.component}.`,
      },
    ]
  const details: ErrorDetail[] = []
  if (node.v > definition.version)
    details.push({ path: `${path}.v`, code: 'version', message: 'This version is newer than the component.' })
  // Older props are brought up to date when they are read, so only those of today are checked.
  if (node.v === definition.version)
    details.push(...checkProps(definition, node.props).map(inside(`${path}.props`)))
  for (const [breakpoint, props] of Object.entries(node.overrides ?? {}))
    details.push(
      ...checkProps(definition, { ...node.props, ...props })
        .filter((detail) => Object.hasOwn(props, detail.path.split('.', 1)[0] ?? ''))
        .map(inside(`${path}.overrides.${breakpoint}`)),
    )
  for (const slot of Object.keys(node.slots ?? {}))
    if (!Object.hasOwn(definition.slots, slot))
      details.push({ path: `${path}.slots.${slot}`, code: 'unknown_slot', message: 'It has no such slot.' })
  for (const event of Object.keys(node.on ?? {}))
    if (!Object.hasOwn(definition.events, event))
      details.push({
        path: `${path}.on.${event}`,
        code: 'unknown_event',
        message: 'It reports no such event.',
      })
  return details
}

const inside =
  (path: string) =>
  (detail: ErrorDetail): ErrorDetail => ({
    ...detail,
    path: detail.path === '' ? path : `${path}.${detail.path}`,
  })

function checkTree(layout: Layout): ErrorDetail[] {
  const details: ErrorDetail[] = []
  if (!Object.hasOwn(layout.nodes, layout.root))
    return [{ path: 'root', code: 'unknown_node', message: 'There is no such node.' }]
  const reached = new Set([layout.root])
  const waiting = [layout.root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const [slot, children] of Object.entries(layout.nodes[id]?.slots ?? {})) {
      for (const [index, child] of children.entries()) {
        const path = `nodes.${id}.slots.${slot}.${index}`
        if (!Object.hasOwn(layout.nodes, child))
          details.push({ path, code: 'unknown_node', message: `There is no node ${child}.` })
        else if (reached.has(child))
          details.push({ path, code: 'node_twice', message: `The node ${child} stands in two places.` })
        else {
          reached.add(child)
          waiting.push(child)
        }
      }
    }
  }
  for (const id of Object.keys(layout.nodes))
    if (!reached.has(id))
      details.push({ path: `nodes.${id}`, code: 'unreached', message: `The node ${id} stands in no slot.` })
  return details
}

function checkExpressions(layout: Layout): ErrorDetail[] {
  try {
    parseExpressionsIn(layout, '', (path) =>
      path.startsWith('nodes.') ? { ...screenNames, ...localNames } : screenNames,
    )
    return []
  } catch (error) {
    if (error instanceof AppError && Array.isArray(error.details)) return error.details.filter(isDetail)
    throw error
  }
}

const isDetail = (value: unknown): value is ErrorDetail =>
  isJsonObject(value) && typeof value['path'] === 'string'
