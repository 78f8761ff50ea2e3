/** A shape as it is kept: corners in whole steps of its own box, each once. */
export interface WeldedShape {
  corners: Uint16Array
  triangles: Uint16Array
  edges: Uint16Array
  /** Least x, y, z and the length of a step along each, metres. */
  scale: readonly number[]
}

// A corner of the parser is three coordinates and three of its direction.
const stride = 6
const steps = 65_535
/** Most corners of one shape: they are numbered by 16 bits. A larger one becomes several. */
const mostCorners = 65_535
/** Two triangles that meet flatter than this (about 25°) have no line between them. */
const flat = 0.906

/** Brings a mesh of the parser into the form that is kept. Triangles without an area are left out. */
export function weldShape(vertices: Float32Array, indices: Uint32Array): WeldedShape[] {
  const scale = scaleOf(vertices)
  const pieces: WeldedShape[] = []
  let piece = new Piece(scale)
  for (let at = 0; at + 2 < indices.length; at += 3) {
    if (piece.isFull()) {
      pieces.push(piece.done())
      piece = new Piece(scale)
    }
    piece.add(vertices, [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0])
  }
  return [...pieces, piece.done()].filter(({ triangles }) => triangles.length > 0)
}

function scaleOf(vertices: Float32Array): number[] {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 2 < vertices.length; at += stride)
    for (let axis = 0; axis < 3; axis += 1) {
      const value = vertices[at + axis] ?? 0
      if (value < (least[axis] ?? 0)) least[axis] = value
      if (value > (most[axis] ?? 0)) most[axis] = value
    }
  return [...least, ...most.map((value, axis) => Math.max(value - (least[axis] ?? 0), 1e-9) / steps)]
}

type Three = readonly [number, number, number]

class Piece {
  readonly #corners: number[] = []
  readonly #triangles: number[] = []
  readonly #known = new Map<number, number>()
  // The direction of the first triangle at an edge; null once it is known that a line stands there or does not.
  readonly #open = new Map<number, Three>()
  readonly #edges: number[] = []

  constructor(private readonly scale: readonly number[]) {}

  isFull(): boolean {
    return this.#corners.length / 3 > mostCorners - 3
  }

  add(vertices: Float32Array, ends: Three): void {
    const [a, b, c] = [
      this.#corner(vertices, ends[0]),
      this.#corner(vertices, ends[1]),
      this.#corner(vertices, ends[2]),
    ]
    if (a === b || b === c || a === c) return
    this.#triangles.push(a, b, c)
    const direction = this.#direction(a, b, c)
    this.#edge(a, b, direction)
    this.#edge(b, c, direction)
    this.#edge(c, a, direction)
  }

  done(): WeldedShape {
    // What only one triangle has is the rim of a surface.
    for (const key of this.#open.keys()) this.#line(key)
    return {
      corners: Uint16Array.from(this.#corners),
      triangles: Uint16Array.from(this.#triangles),
      edges: Uint16Array.from(this.#edges),
      scale: this.scale,
    }
  }

  #corner(vertices: Float32Array, index: number): number {
    const step = (axis: number): number =>
      Math.round(
        ((vertices[index * stride + axis] ?? 0) - (this.scale[axis] ?? 0)) / (this.scale[axis + 3] ?? 1),
      )
    const [x, y, z] = [step(0), step(1), step(2)]
    const key = (x * 65_536 + y) * 65_536 + z
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = this.#corners.length / 3
    this.#corners.push(x, y, z)
    this.#known.set(key, made)
    return made
  }

  #edge(a: number, b: number, direction: Three): void {
    const key = Math.min(a, b) * 65_536 + Math.max(a, b)
    const other = this.#open.get(key)
    if (!other) {
      this.#open.set(key, direction)
      return
    }
    this.#open.delete(key)
    const between = other[0] * direction[0] + other[1] * direction[1] + other[2] * direction[2]
    if (between < flat) this.#line(key)
  }

  #line(key: number): void {
    this.#edges.push(Math.floor(key / 65_536), key % 65_536)
  }

  #direction(a: number, b: number, c: number): Three {
    const at = (corner: number, axis: number): number =>
      (this.#corners[corner * 3 + axis] ?? 0) * (this.scale[axis + 3] ?? 1)
    const p = [0, 1, 2].map((axis) => at(b, axis) - at(a, axis))
    const q = [0, 1, 2].map((axis) => at(c, axis) - at(a, axis))
    const [px = 0, py = 0, pz = 0] = p
    const [qx = 0, qy = 0, qz = 0] = q
    const n: Three = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx]
    const length = Math.hypot(...n) || 1
    return [n[0] / length, n[1] / length, n[2] / length]
  }
}
