import { createContext, use, type FragmentInstance } from 'react'
import { must } from '#base/assert.ts'

type Parts = Map<string, Set<FragmentInstance>>

/**
 * What nodes and slots cover in the canvas. They stand in fragments, not in wrapper elements, so that the canvas lays out
 * exactly as the screen does: `:first-child`, `gap` and `flex` see what they always see.
 */
export interface CanvasParts {
  /** The ref of the fragment around a node. A repeated node is there several times. */
  joinNode(id: string): (instance: FragmentInstance | null) => (() => void) | undefined
  /** The ref of the fragment around what stands in a slot. */
  joinSlot(node: string, slot: string): (instance: FragmentInstance | null) => (() => void) | undefined
  /** What a node covers, in the window; null while it shows nothing. */
  boxOfNode(id: string): DOMRect | null
  /** What each drawing of a node covers: several where it is drawn once per record. */
  boxesOfNode(id: string): DOMRect[]
  /** What stands in a slot covers. */
  boxOfSlot(node: string, slot: string): DOMRect | null
}

/** Makes the register of one canvas. */
export function makeCanvasParts(): CanvasParts {
  const nodes: Parts = new Map()
  const slots: Parts = new Map()
  return {
    joinNode: (id) => (instance) => join(nodes, id, instance),
    joinSlot: (node, slot) => (instance) => join(slots, `${node}/${slot}`, instance),
    boxOfNode: (id) => boxesOf(nodes.get(id))[0] ?? null,
    boxesOfNode: (id) => boxesOf(nodes.get(id)),
    boxOfSlot: (node, slot) => boxesOf(slots.get(`${node}/${slot}`))[0] ?? null,
  }
}

function join(parts: Parts, key: string, instance: FragmentInstance | null): (() => void) | undefined {
  if (!instance) return undefined
  const known = parts.get(key) ?? new Set()
  parts.set(key, known.add(instance))
  return () => {
    known.delete(instance)
    if (known.size === 0) parts.delete(key)
  }
}

// Of what is drawn once per record the first stands for all.
const boxesOf = (instances: Iterable<FragmentInstance> = []): DOMRect[] =>
  [...instances].flatMap((instance) => {
    const rects = instance.getClientRects().filter(({ width, height }) => width > 0 || height > 0)
    return rects.length > 0 ? [rects.reduce(union)] : []
  })

function union(a: DOMRect, b: DOMRect): DOMRect {
  const left = Math.min(a.left, b.left)
  const top = Math.min(a.top, b.top)
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top)
}

export const CanvasPartsContext = createContext<CanvasParts | null>(null)

/** The register of the canvas this is a part of. */
export const useCanvasParts = (): CanvasParts => must(use(CanvasPartsContext), 'not inside the editor')
