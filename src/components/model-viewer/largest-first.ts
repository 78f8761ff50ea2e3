import type { MergedMesh } from './merged-mesh.ts'

/**
 * The triangles of a model, those of the largest elements first: whoever draws only the beginning draws what is seen most.
 * They are brought in as they are asked for, so that leaving others out costs little.
 */
export class LargestFirst {
  /** Ends of triangles; those up to `filled` are brought in. */
  readonly indices: Uint32Array
  readonly #mesh: MergedMesh
  readonly #order: readonly number[]
  #isLeftOut: (element: number) => boolean = () => false
  #next = 0
  #filled = 0

  constructor(mesh: MergedMesh) {
    const { starts, boxes } = mesh
    const sizes = Float32Array.from({ length: starts.length - 1 }, (_, at) =>
      Math.hypot(...[0, 1, 2].map((axis) => (boxes[at * 6 + axis + 3] ?? 0) - (boxes[at * 6 + axis] ?? 0))),
    )
    this.#mesh = mesh
    this.#order = Array.from(sizes, (_, at) => at).toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
    this.indices = new Uint32Array(mesh.triangles.length)
  }

  get filled(): number {
    return this.#filled
  }

  /** Begins anew without some elements. */
  leaveOut(isLeftOut: (element: number) => boolean): void {
    this.#isLeftOut = isLeftOut
    this.#next = 0
    this.#filled = 0
  }

  /** Brings in whole elements until there are so many corners, or all. Answers how many are new. */
  fill(corners: number): number {
    const { triangles, starts } = this.#mesh
    const before = this.#filled
    while (this.#filled < corners && this.#next < this.#order.length) {
      const element = this.#order[this.#next] ?? 0
      this.#next += 1
      if (this.#isLeftOut(element)) continue
      const part = triangles.subarray(starts[element], starts[element + 1])
      this.indices.set(part, this.#filled)
      this.#filled += part.length
    }
    return this.#filled - before
  }
}
