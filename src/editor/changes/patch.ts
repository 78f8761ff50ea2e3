import type { Layout, LayoutNode } from '#contracts/layout.ts'

/** The parts of a layout besides its nodes that an edit may replace whole. */
export type DocumentPart = 'title' | 'params' | 'sources' | 'state' | 'root'

/** One thing replaced: a node by id (undefined = not there), or a part of the document. It carries both sides, so it can be undone. */
export type Patch =
  | { kind: 'node'; id: string; before: LayoutNode | undefined; after: LayoutNode | undefined }
  | { kind: 'document'; part: DocumentPart; before: unknown; after: unknown }

/** A change is a list of patches; an empty list changes nothing. */
export type Change = readonly Patch[]

/**
 * The layout after a change; untouched nodes stay the same objects, so that only what changed is drawn again.
 * @example applyChange(layout, setProp(layout, 'title', 'text', 'Suppliers'))
 */
export function applyChange(layout: Layout, change: Change): Layout {
  if (change.length === 0) return layout
  const nodes = { ...layout.nodes }
  const next: Layout = { ...layout, nodes }
  for (const patch of change) {
    if (patch.kind === 'document') Object.assign(next, { [patch.part]: patch.after })
    else if (patch.after === undefined) delete nodes[patch.id]
    else nodes[patch.id] = patch.after
  }
  return next
}

/** The change that takes a change back. */
export const invertChange = (change: Change): Change =>
  change.toReversed().map((patch) => ({ ...patch, before: patch.after, after: patch.before }) as Patch)

/** The patch that replaces one node; `after` undefined removes it. */
export const nodePatch = (layout: Layout, id: string, after: LayoutNode | undefined): Patch => ({
  kind: 'node',
  id,
  before: layout.nodes[id],
  after,
})
