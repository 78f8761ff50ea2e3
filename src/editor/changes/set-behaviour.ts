import type { Action } from '#contracts/action.ts'
import type { Expression } from '#contracts/expression.ts'
import type { Layout, LayoutNode } from '#contracts/layout.ts'
import { nodePatch, type Change, type DocumentPart } from './patch.ts'

/** Sets when a node shows or what it repeats over; undefined takes it away. */
export function setCondition(
  layout: Layout,
  id: string,
  part: 'when' | 'each',
  value: Expression | undefined,
): Change {
  const node = layout.nodes[id]
  if (!node) return []
  const { [part]: _replaced, ...rest } = node
  return [nodePatch(layout, id, value ? { ...rest, [part]: value } : rest)]
}

/** Sets what an event does; no steps take the answer away. */
export function setAction(layout: Layout, id: string, event: string, action: Action): Change {
  const node = layout.nodes[id]
  if (!node) return []
  const { [event]: _replaced, ...others } = node.on ?? {}
  const on = action.length > 0 ? { ...others, [event]: action } : others
  const { on: _answers, ...rest } = node
  const next: LayoutNode = Object.keys(on).length > 0 ? { ...rest, on } : rest
  return [nodePatch(layout, id, next)]
}

/** Replaces the title, params, sources or state of the screen. */
export const setDocument = (layout: Layout, part: Exclude<DocumentPart, 'root'>, after: unknown): Change => [
  { kind: 'document', part, before: layout[part], after },
]
