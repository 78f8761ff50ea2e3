/**
 * The triangles of a building model as one file: made once on the server, opened by the viewer. Each shape is there once and
 * is placed by instances; corners are whole steps of the box around their shape (a wall of 10 m: 0.15 mm a step), and
 * directions are left out, because the viewer works them out while it draws.
 *
 * Not `@thatopen/fragments` (3.4.7): beside three it brings 0.6 MB of script and a worker of 1.4 MB, which goes on and on and
 * holds elements, properties and tiles of its own; this product has all of these. Here a file is a handful of arrays that are
 * drawn as they are. Which of the two opens faster was not measured.
 */
export interface ModelGeometry {
  /** Metres that were taken off all places, Y up: far from zero, the numbers of a picture lose their last digits. */
  origin: readonly number[]
  /** The least and the largest x, y, z of everything, after that. */
  box: readonly number[]
  /** What was left out because there was too much of it. */
  leftOut: number
  /** Express ids of the elements that have triangles, from small to large. */
  elements: Uint32Array
  /** Of each shape, four numbers: corners, triangle ends (three a triangle), edge ends (two an edge), 0. */
  shapes: Uint32Array
  /** Of each shape, six numbers: its least x, y, z and the length of a step along each. */
  scales: Float32Array
  /** Three steps a corner, shape after shape. */
  corners: Uint16Array
  /** Corners of triangles, numbered within their shape. */
  triangles: Uint16Array
  /** Corners of the edges that are drawn as lines. */
  edges: Uint16Array
  /** Of each instance, two numbers: its element, by place in `elements`, and its shape. */
  instances: Uint32Array
  /** Of each instance, twelve numbers: a matrix without its last row, column by column. */
  matrices: Float32Array
  /** Of each instance: red, green, blue, how solid. */
  colours: Uint8Array
}

const kinds = {
  elements: Uint32Array,
  shapes: Uint32Array,
  scales: Float32Array,
  corners: Uint16Array,
  triangles: Uint16Array,
  edges: Uint16Array,
  instances: Uint32Array,
  matrices: Float32Array,
  colours: Uint8Array,
} as const
type ArrayName = keyof typeof kinds
const names = Object.keys(kinds) as ArrayName[]

const mark = 0x31475746 // FWG1
const even = (size: number): number => Math.ceil(size / 4) * 4

/** Writes the file: a mark, the length of a JSON head, the head, and the arrays one after the other. */
export function packGeometry(geometry: ModelGeometry): Uint8Array<ArrayBuffer> {
  const { origin, box, leftOut } = geometry
  const lengths = Object.fromEntries(names.map((name) => [name, geometry[name].length]))
  const head = new TextEncoder().encode(JSON.stringify({ origin, box, leftOut, lengths }))
  const size = names.reduce((sum, name) => sum + even(geometry[name].byteLength), 8 + even(head.length))
  const bytes = new Uint8Array(size)
  new Uint32Array(bytes.buffer, 0, 2).set([mark, head.length])
  bytes.set(head, 8)
  let at = 8 + even(head.length)
  for (const name of names) {
    const { buffer, byteOffset, byteLength } = geometry[name]
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += even(byteLength)
  }
  return bytes
}

interface Head extends Pick<ModelGeometry, 'origin' | 'box' | 'leftOut'> {
  lengths: Record<ArrayName, number>
}

/** Opens such a file without copying it. Throws for anything else. */
export function openGeometry(buffer: ArrayBuffer): ModelGeometry {
  if (buffer.byteLength < 8) throw new Error('This is no geometry.')
  const [found, headLength = 0] = new Uint32Array(buffer, 0, 2)
  if (found !== mark) throw new Error('This is no geometry.')
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, headLength))) as Head
  let at = 8 + even(headLength)
  const take = <Made extends { byteLength: number }>(
    kind: new (bytes: ArrayBuffer, from: number, length: number) => Made,
    name: ArrayName,
  ): Made => {
    const part = new kind(buffer, at, head.lengths[name])
    at += even(part.byteLength)
    return part
  }
  // In the order in which they were written.
  return {
    origin: head.origin,
    box: head.box,
    leftOut: head.leftOut,
    elements: take(kinds.elements, 'elements'),
    shapes: take(kinds.shapes, 'shapes'),
    scales: take(kinds.scales, 'scales'),
    corners: take(kinds.corners, 'corners'),
    triangles: take(kinds.triangles, 'triangles'),
    edges: take(kinds.edges, 'edges'),
    instances: take(kinds.instances, 'instances'),
    matrices: take(kinds.matrices, 'matrices'),
    colours: take(kinds.colours, 'colours'),
  }
}
