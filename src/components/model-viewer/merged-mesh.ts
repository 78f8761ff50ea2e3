import type { ModelGeometry } from '#contracts/model-geometry.ts'

/** The triangles of a whole model in one piece, element after element: one drawing for the graphics card. */
export interface MergedMesh {
  /** Three coordinates a corner, metres from the origin of the model. */
  positions: Float32Array
  /** The element of each corner, by place. */
  owners: Float32Array
  /** Red, green, blue and how solid of each corner. */
  tints: Uint8Array
  triangles: Uint32Array
  edges: Uint32Array
  /** Where the triangles of each element begin; one more for the end. */
  starts: Uint32Array
  /** Least and largest x, y, z of each element. */
  boxes: Float32Array
}

/** Places every shape of a model where its instances are. */
export function mergeMesh(geometry: ModelGeometry): MergedMesh {
  const { shapes, instances, elements } = geometry
  const count = instances.length / 2
  const offsets = offsetsOf(shapes)
  const order = Array.from({ length: count }, (_, at) => at).toSorted(
    (a, b) => (instances[a * 2] ?? 0) - (instances[b * 2] ?? 0),
  )
  const sum = (part: number): number =>
    order.reduce((all, at) => all + (shapes[(instances[at * 2 + 1] ?? 0) * 4 + part] ?? 0), 0)
  const corners = sum(0)
  const mesh: MergedMesh = {
    positions: new Float32Array(corners * 3),
    owners: new Float32Array(corners),
    tints: new Uint8Array(corners * 4),
    triangles: new Uint32Array(sum(1)),
    edges: new Uint32Array(sum(2)),
    starts: new Uint32Array(elements.length + 1),
    boxes: new Float32Array(elements.length * 6).map((_, at) => (at % 6 < 3 ? Infinity : -Infinity)),
  }
  const filled = { corner: 0, triangle: 0, edge: 0 }
  for (const at of order) {
    const element = instances[at * 2] ?? 0
    const shape = instances[at * 2 + 1] ?? 0
    const [corner = 0, triangle = 0, edge = 0] = offsets.slice(shape * 3, shape * 3 + 3)
    const [cornerCount = 0, triangleCount = 0, edgeCount = 0] = shapes.subarray(shape * 4, shape * 4 + 3)
    placeCorners(geometry, mesh, { at, element, shape, from: corner, count: cornerCount, to: filled.corner })
    for (let index = 0; index < triangleCount; index += 1)
      mesh.triangles[filled.triangle + index] = filled.corner + (geometry.triangles[triangle + index] ?? 0)
    for (let index = 0; index < edgeCount; index += 1)
      mesh.edges[filled.edge + index] = filled.corner + (geometry.edges[edge + index] ?? 0)
    filled.corner += cornerCount
    filled.triangle += triangleCount
    filled.edge += edgeCount
    mesh.starts[element + 1] = filled.triangle
  }
  // An element without a shape ends where it begins.
  for (let at = 1; at < mesh.starts.length; at += 1)
    mesh.starts[at] = Math.max(mesh.starts[at] ?? 0, mesh.starts[at - 1] ?? 0)
  return mesh
}

/** Where corners, triangle ends and edge ends of each shape begin. */
function offsetsOf(shapes: Uint32Array): number[] {
  const offsets: number[] = []
  const at = [0, 0, 0]
  for (let shape = 0; shape < shapes.length; shape += 4)
    for (let part = 0; part < 3; part += 1) {
      offsets.push(at[part] ?? 0)
      at[part] = (at[part] ?? 0) + (shapes[shape + part] ?? 0)
    }
  return offsets
}

interface Placing {
  at: number
  element: number
  shape: number
  from: number
  count: number
  to: number
}

function placeCorners(
  { corners, scales, matrices, colours }: ModelGeometry,
  { positions, owners, tints, boxes }: MergedMesh,
  { at, element, shape, from, count, to }: Placing,
): void {
  const m = matrices.subarray(at * 12, at * 12 + 12)
  const scale = scales.subarray(shape * 6, shape * 6 + 6)
  const tint = colours.subarray(at * 4, at * 4 + 4)
  for (let index = 0; index < count; index += 1) {
    const source = (from + index) * 3
    const x = (scale[0] ?? 0) + (corners[source] ?? 0) * (scale[3] ?? 0)
    const y = (scale[1] ?? 0) + (corners[source + 1] ?? 0) * (scale[4] ?? 0)
    const z = (scale[2] ?? 0) + (corners[source + 2] ?? 0) * (scale[5] ?? 0)
    const target = to + index
    for (let axis = 0; axis < 3; axis += 1) {
      const value = (m[axis] ?? 0) * x + (m[axis + 3] ?? 0) * y + (m[axis + 6] ?? 0) * z + (m[axis + 9] ?? 0)
      positions[target * 3 + axis] = value
      const least = element * 6 + axis
      if (value < (boxes[least] ?? 0)) boxes[least] = value
      if (value > (boxes[least + 3] ?? 0)) boxes[least + 3] = value
    }
    owners[target] = element
    tints.set(tint, target * 4)
  }
}
