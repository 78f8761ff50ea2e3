import type { Json } from '#base/json.ts'
import { isJsonObject } from '#base/json.ts'
import { isExpression } from '#contracts/expression.ts'
import type { Layout, LayoutNode } from '#contracts/layout.ts'
import { nodePatch, type Change } from './patch.ts'
import { placeOf } from './place.ts'

/** Whether a node may be called so: written as a name in expressions, and free. */
export const mayRename = (layout: Layout, name: string): boolean =>
  /^[a-z][a-z0-9_-]{0,62}$/i.test(name) && !Object.hasOwn(layout.nodes, name)

/** Gives a node another id, and to every expression that reads `nodes.<id>` as well. */
export function renameNode(layout: Layout, id: string, name: string): Change {
  const node = layout.nodes[id]
  if (!node || !mayRename(layout, name)) return []
  const place = placeOf(layout, id)
  const changes = new Map<string, LayoutNode>()
  for (const [key, other] of Object.entries(layout.nodes)) {
    const read = rewritten(other, id, name) as unknown as LayoutNode
    if (key === id || JSON.stringify(read) !== JSON.stringify(other)) changes.set(key, read)
  }
  if (place) {
    const parent = changes.get(place.parent) ?? layout.nodes[place.parent]
    const children = (parent?.slots?.[place.slot] ?? []).map((child) => (child === id ? name : child))
    if (parent) changes.set(place.parent, { ...parent, slots: { ...parent.slots, [place.slot]: children } })
  }
  const renamed = changes.get(id) ?? node
  changes.delete(id)
  const parts = (['title', 'sources', 'state'] as const).flatMap((part) => {
    const after = rewritten(layout[part], id, name)
    return JSON.stringify(after) === JSON.stringify(layout[part])
      ? []
      : [{ kind: 'document' as const, part, before: layout[part], after }]
  })
  return [
    nodePatch(layout, id, undefined),
    nodePatch(layout, name, renamed),
    ...[...changes].map(([key, after]) => nodePatch(layout, key, after)),
    ...parts,
    ...(layout.root === id
      ? [{ kind: 'document' as const, part: 'root' as const, before: id, after: name }]
      : []),
  ]
}

function rewritten(value: unknown, id: string, name: string): Json {
  if (isExpression(value)) return { '=': rewriteText(value['='], id, name) }
  if (Array.isArray(value)) return value.map((item) => rewritten(item, id, name))
  if (!isJsonObject(value)) return value as Json
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewritten(item, id, name)]))
}

// `nodes.grid` and `nodes['grid']`; an id with a dash can only be written the second way.
function rewriteText(text: string, id: string, name: string): string {
  const plain = id.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const asMember = /^\w+$/.test(name) ? `nodes.${name}` : `nodes['${name}']`
  return text
    .replaceAll(new RegExp(String.raw`\bnodes\.${plain}(?![\w-])`, 'g'), asMember)
    .replaceAll(new RegExp(String.raw`\bnodes\[(['"])${plain}\1\]`, 'g'), asMember)
}
