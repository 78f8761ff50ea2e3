import { createHash } from 'node:crypto'
import type { ModelGeometry } from '#contracts/model-geometry.ts'
import type { PlacedShape } from './placed-shapes.ts'
import { weldShape, type WeldedShape } from './weld-shape.ts'

interface Instance {
  expressId: number
  shape: number
  matrix: readonly number[]
  colour: readonly number[]
}

/**
 * Gathers the triangles of a model for its geometry file. A shape that comes again, under whatever number, is kept once.
 * Beyond `mostTriangles` of different shapes the rest is left out and counted, so that memory stays bounded.
 */
export class GeometryBuilder {
  readonly #shapes: WeldedShape[] = []
  readonly #known = new Map<string, number[]>()
  readonly #instances: Instance[] = []
  #triangles = 0
  #leftOut = 0

  constructor(private readonly mostTriangles: number) {}

  add(expressId: number, { vertices, indices, matrix, colour }: PlacedShape): void {
    const shapes = this.#shapesOf(vertices, indices)
    if (shapes === null) this.#leftOut += 1
    else for (const shape of shapes) this.#instances.push({ expressId, shape, matrix, colour })
  }

  /** Null when nothing in the model has triangles. */
  done(): ModelGeometry | null {
    if (this.#instances.length === 0) return null
    const box = this.#box()
    const origin = [0, 1, 2].map((axis) => Math.round(((box[axis] ?? 0) + (box[axis + 3] ?? 0)) / 2))
    const elements = [...new Set(this.#instances.map(({ expressId }) => expressId))].toSorted((a, b) => a - b)
    const placeOf = new Map(elements.map((id, place) => [id, place]))
    return {
      origin,
      box: box.map((value, axis) => value - (origin[axis % 3] ?? 0)),
      leftOut: this.#leftOut,
      elements: Uint32Array.from(elements),
      shapes: Uint32Array.from(
        this.#shapes.flatMap(({ corners, triangles, edges }) => [
          corners.length / 3,
          triangles.length,
          edges.length,
          0,
        ]),
      ),
      scales: Float32Array.from(this.#shapes.flatMap(({ scale }) => scale)),
      corners: joined(this.#shapes.map(({ corners }) => corners)),
      triangles: joined(this.#shapes.map(({ triangles }) => triangles)),
      edges: joined(this.#shapes.map(({ edges }) => edges)),
      instances: Uint32Array.from(
        this.#instances.flatMap(({ expressId, shape }) => [placeOf.get(expressId) ?? 0, shape]),
      ),
      matrices: Float32Array.from(this.#instances.flatMap(({ matrix }) => placed(matrix, origin))),
      colours: Uint8Array.from(
        this.#instances.flatMap(({ colour }) => colour.map((part) => Math.round(part * 255))),
      ),
    }
  }

  #shapesOf(vertices: Float32Array, indices: Uint32Array): number[] | null {
    const hash = createHash('sha1').update(bytesOf(vertices)).update(bytesOf(indices)).digest('base64')
    const known = this.#known.get(hash)
    if (known) return known
    this.#triangles += indices.length / 3
    if (this.#triangles > this.mostTriangles) return null
    const made = weldShape(vertices, indices).map((shape) => this.#shapes.push(shape) - 1)
    this.#known.set(hash, made)
    return made
  }

  /** Around all instances, in double precision: places may be kilometres from zero. */
  #box(): number[] {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (const { shape, matrix } of this.#instances) {
      const scale = this.#shapes[shape]?.scale ?? []
      for (let corner = 0; corner < 8; corner += 1) {
        const end = [0, 1, 2].map(
          (axis) => (scale[axis] ?? 0) + ((corner >> axis) & 1) * 65_535 * (scale[axis + 3] ?? 0),
        )
        for (let axis = 0; axis < 3; axis += 1) {
          const [x = 0, y = 0, z = 0] = end
          const value =
            (matrix[axis] ?? 0) * x +
            (matrix[4 + axis] ?? 0) * y +
            (matrix[8 + axis] ?? 0) * z +
            (matrix[12 + axis] ?? 0)
          box[axis] = Math.min(box[axis] ?? value, value)
          box[axis + 3] = Math.max(box[axis + 3] ?? value, value)
        }
      }
    }
    return box
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The first three rows of the matrix, with the origin taken off its place. */
const placed = (matrix: readonly number[], origin: readonly number[]): number[] =>
  [0, 1, 2, 3].flatMap((column) =>
    [0, 1, 2].map((row) => (matrix[column * 4 + row] ?? 0) - (column === 3 ? (origin[row] ?? 0) : 0)),
  )

function joined(parts: readonly Uint16Array[]): Uint16Array {
  const whole = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
