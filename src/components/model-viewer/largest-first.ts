import type { MergedMesh } from './merged-mesh.ts'

/** The triangles of a model, those of the largest elements first: whoever draws only the beginning draws what is seen most. */
export function largestFirst({ triangles, starts, boxes }: MergedMesh): Uint32Array {
  const sizes = Float32Array.from({ length: starts.length - 1 }, (_, at) =>
    Math.hypot(...[0, 1, 2].map((axis) => (boxes[at * 6 + axis + 3] ?? 0) - (boxes[at * 6 + axis] ?? 0))),
  )
  const order = Array.from(sizes, (_, at) => at).toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
  const sorted = new Uint32Array(triangles.length)
  let filled = 0
  for (const at of order) {
    const part = triangles.subarray(starts[at], starts[at + 1])
    sorted.set(part, filled)
    filled += part.length
  }
  return sorted
}
