import { Matrix4 } from 'three/src/math/Matrix4.js'
import type { IfcAPI } from 'web-ifc'
import { IfcLines, refOf } from './ifc-lines.ts'
import { readUnits } from './read-units.ts'
import { repeatedShapes } from './repeated-shapes.ts'
import type { StepFile } from './step-file.ts'

/** One shape of an element and where it stands, as the parser hands it over. */
export interface PlacedShape {
  /** Three coordinates and three of the direction of each corner. */
  vertices: Float32Array
  indices: Uint32Array
  /** Column by column, sixteen numbers. */
  matrix: readonly number[]
  /** Red, green, blue, how solid; from 0 to 1. */
  colour: readonly number[]
}

type Shapes = readonly PlacedShape[]
type Receive = (expressId: number, shapes: Shapes) => void

// The parser turns models so that Y is up.
const upright = new Matrix4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1)
/** Bytes of what is kept because others look like it. */
const mostKept = 200_000_000

/** The shapes of the elements of an open model. What looks the same is worked out once, and put where it stands. */
export class PlacedShapes {
  readonly #repeated: ReadonlyMap<number, number>
  // How many that look like an element are still to come, and what they look like.
  readonly #left = new Map<number, number>()
  readonly #kept = new Map<number, Shapes>()
  #bytesKept = 0
  readonly #toMetres: Matrix4
  // Whether what is put somewhere stands where the parser puts it; null until one was looked at.
  #isProven: boolean | null = null

  /** `elements` in the order in which they will be read. Without the file each is worked out. */
  constructor(
    private readonly api: IfcAPI,
    private readonly model: number,
    private readonly file: StepFile | null,
    elements: readonly number[],
  ) {
    this.#repeated = file ? repeatedShapes(file, elements) : new Map()
    for (const first of this.#repeated.values()) this.#left.set(first, (this.#left.get(first) ?? 0) + 1)
    const metres = file ? Number(readUnits(new IfcLines(file, api)).length.factor) : 1
    this.#toMetres = new Matrix4().makeScale(metres, metres, metres)
  }

  /** Calls back with the shapes of each of these elements that has some, one after the other: nobody has room for all. */
  read(ids: readonly number[], receive: Receive): void {
    const anew = ids.filter((id) => !this.#repeated.has(id))
    this.#workOut(anew, (id, shapes) => {
      if (this.#left.has(id)) this.#keep(id, shapes)
      receive(id, shapes)
    })
    for (const id of ids) {
      const first = this.#repeated.get(id)
      if (first !== undefined) this.#repeat(first, id, receive)
    }
  }

  #keep(id: number, shapes: Shapes): void {
    const bytes = bytesOf(shapes)
    if (this.#bytesKept + bytes > mostKept) return
    this.#bytesKept += bytes
    this.#kept.set(id, shapes)
  }

  #repeat(first: number, id: number, receive: Receive): void {
    const like = this.#kept.get(first)
    const left = (this.#left.get(first) ?? 0) - 1
    this.#left.set(first, left)
    if (left === 0 && this.#kept.delete(first)) this.#bytesKept -= bytesOf(like ?? [])
    // Nothing is kept of what has no shape, either: that takes no time.
    if (!like || this.#isProven === false) return this.#workOut([id], receive)
    const way = this.#placeOf(id).multiply(this.#placeOf(first).invert())
    const shapes = like.map((shape) => ({
      ...shape,
      matrix: way.clone().multiply(new Matrix4().fromArray(shape.matrix)).toArray(),
    }))
    if (this.#isProven === true || isNear(way.elements, new Matrix4().elements)) return receive(id, shapes)
    // The first that stands elsewhere: units that the parser takes for others would put all of them wrong.
    this.#isProven = false
    this.#workOut([id], (_id, worked) => {
      this.#isProven = areNear(worked, shapes)
      receive(id, worked)
    })
  }

  #placeOf(element: number): Matrix4 {
    const placement = refOf(this.file?.line(element)?.values[5])
    const place = new Matrix4()
    if (placement !== null) place.fromArray(this.api.GetWorldTransformMatrix(this.model, placement))
    return upright.clone().multiply(this.#toMetres).multiply(place)
  }

  #workOut(ids: readonly number[], receive: Receive): void {
    const { api, model } = this
    api.StreamMeshes(model, [...ids], ({ expressID, geometries }) => {
      const shapes: PlacedShape[] = []
      for (let index = 0; index < geometries.size(); index += 1) {
        const { geometryExpressID, flatTransformation, color } = geometries.get(index)
        const geometry = api.GetGeometry(model, geometryExpressID)
        shapes.push({
          vertices: api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()),
          indices: api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()),
          matrix: [...flatTransformation],
          colour: [color.x, color.y, color.z, color.w],
        })
        // Without this the memory of the parser only grows.
        geometry.delete()
      }
      receive(expressID, shapes)
    })
  }
}

const bytesOf = (shapes: Shapes): number =>
  shapes.reduce((sum, { vertices, indices }) => sum + vertices.byteLength + indices.byteLength, 0)

const areNear = (some: Shapes, others: Shapes): boolean =>
  some.length === others.length &&
  some.every(({ matrix, vertices }, index) => {
    const other = others[index]
    return other?.vertices.length === vertices.length && isNear(matrix, other.matrix)
  })

/** To the micrometre, or the last digits of what is far away. */
const isNear = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length &&
  a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= Math.max(1, Math.abs(value)) * 1e-6)
