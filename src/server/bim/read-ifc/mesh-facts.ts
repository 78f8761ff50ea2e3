import type { IfcElementFacts, IfcQuantity } from './ifc-facts.ts'

/** What the triangles of one element come to. */
export interface MeshFacts {
  /** m³ and m², of binary floating point: computed, never declared. */
  volume: number
  area: number
  triangles: number
  /** The least and the largest x, y, z as the file has them (Z up), metres. */
  box: readonly number[]
  /** The middle of its surface: where it is, however it was cut into triangles. */
  middle: readonly number[]
}

/** What the reader of the triangles sends: facts in the order of express ids, then the picture, then the end. */
export type MeshMessage =
  /** All elements up to this express id are in this message or those before. */
  | { kind: 'meshes'; facts: Float64Array; upTo: number }
  /** A file of `contracts/model-geometry.ts`, packed by gzip; null when nothing has triangles. */
  | { kind: 'geometry'; bytes: Uint8Array | null }
  | { kind: 'end'; meshes: number; triangles: number }
  | { kind: 'failed'; code: string; why: string }

const width = 13

/** Numbers side by side, which go to another process as they are. */
export const packMeshFacts = (facts: ReadonlyMap<number, MeshFacts>): Float64Array =>
  Float64Array.from(
    [...facts].flatMap(([id, { volume, area, triangles, box, middle }]) => [
      id,
      volume,
      area,
      triangles,
      ...box,
      ...middle,
    ]),
  )

/** Mesh facts by express id that another process is still finding out. */
export class MeshesToCome {
  readonly #facts = new Map<number, MeshFacts>()
  #upTo = -1
  #waiting: (() => void)[] = []

  add(packed: Float64Array, upTo: number): void {
    for (let at = 0; at + width <= packed.length; at += width) {
      const [id = 0, volume = 0, area = 0, triangles = 0, ...rest] = packed.subarray(at, at + width)
      this.#facts.set(id, { volume, area, triangles, box: rest.slice(0, 6), middle: rest.slice(6) })
    }
    this.#reach(upTo)
  }

  /** There are no more. */
  end(): void {
    this.#reach(Infinity)
  }

  /** Waits until all elements up to this express id are known. */
  async known(upTo: number): Promise<void> {
    while (this.#upTo < upTo) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Gives an element what its triangles come to; each is asked for once. */
  giveTo(element: IfcElementFacts): void {
    const mesh = this.#facts.get(element.expressId)
    if (!mesh) return
    this.#facts.delete(element.expressId)
    const { volume, area, box, middle, triangles } = mesh
    if (triangles > 0) element.mesh = { volume, area, box, middle }
    element.quantities.push(computed('volume', volume), computed('area', area))
  }

  #reach(upTo: number): void {
    this.#upTo = upTo
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }
}

// To the cubic millimetre: the triangles say no more.
const computed = (dimension: 'volume' | 'area', value: number): IfcQuantity => ({
  set: null,
  name: dimension === 'volume' ? 'Mesh volume' : 'Mesh area',
  canonical: dimension === 'volume' ? 'volume' : 'surface_area',
  dimension,
  si: value.toFixed(9).replace(/\.?0+$/, ''),
  source: 'computed',
  zero: value < 5e-10,
  assumedUnit: false,
})
