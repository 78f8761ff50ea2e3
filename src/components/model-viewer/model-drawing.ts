import * as three from 'three'
import { LargestFirst } from './largest-first.ts'
import type { MergedMesh } from './merged-mesh.ts'
import type { Cut, Point } from './pick-element.ts'
import { isBoxCutAway, seenFrom } from './section-planes.ts'
import { edgeFragment, edgeVertex, faceFragment, faceVertex } from './shaders.ts'

/** What all models of a scene are cut by: the first so many of the cuts. */
export interface CutUniforms {
  cuts: { value: three.Vector4[] }
  cutCount: { value: number }
}

type Corners = Readonly<Record<'position' | 'owner' | 'tint', three.BufferAttribute>>

/** One model on the graphics card: its faces, what can be seen through, and its edges. */
export class ModelDrawing {
  readonly group = new three.Group()
  readonly #paint: three.DataTexture
  readonly #wide: number
  readonly #made: { dispose(): void }[] = []
  readonly #mesh: MergedMesh
  readonly #parts: readonly [three.Mesh, three.LineSegments, three.Mesh]
  readonly #offset: Point
  #rough: { shown: three.Mesh; index: three.BufferAttribute; triangles: LargestFirst } | null = null
  #isAway: (element: number) => boolean = () => false
  #keptCorners: number

  constructor(mesh: MergedMesh, offset: Point, cut: CutUniforms) {
    const count = Math.max(1, mesh.starts.length - 1)
    this.#wide = Math.min(1024, count)
    const high = Math.ceil(count / this.#wide)
    this.#paint = new three.DataTexture(new Uint8Array(this.#wide * high * 4).fill(255), this.#wide, high)
    this.#paint.needsUpdate = true
    const corners = this.#corners(mesh)
    const faces = this.#geometry(corners, mesh.triangles)
    const edges = this.#geometry(corners, mesh.edges)
    this.#parts = [
      new three.Mesh(faces, this.#material(cut, false, 'faces')),
      new three.LineSegments(edges, this.#material(cut, false, 'edges')),
      new three.Mesh(faces, this.#material(cut, true, 'faces')),
    ]
    this.#mesh = mesh
    this.#offset = offset
    this.#keptCorners = mesh.triangles.length
    this.group.add(...this.#parts)
    // One drawing each: what is out of sight is left out by the card.
    for (const child of this.group.children) child.frustumCulled = false
    this.group.position.set(...offset)
    this.group.updateMatrixWorld()
    this.#made.push(this.#paint)
  }

  /** How many ends of triangles, or of edges, a part has: faces, edges, and faces one can see through. */
  cornersOf(part: number): number {
    return this.#parts[part]?.geometry.index?.count ?? 0
  }

  /** Shows all of it. */
  whole(): void {
    for (const part of this.#parts) {
      part.visible = true
      part.geometry.setDrawRange(0, Infinity)
    }
    if (this.#rough) this.#rough.shown.visible = false
  }

  /** Shows a piece of one part and nothing else. */
  only(part: number, from: number, count: number): void {
    this.hide()
    const shown = this.#parts[part]
    if (!shown) return
    shown.visible = true
    shown.geometry.setDrawRange(from, count)
  }

  /** Shows the largest elements, as many as have this many corners together: without edges and what can be seen through. */
  rough(corners: number): void {
    this.hide()
    const { shown, index, triangles } = (this.#rough ??= this.#newRough())
    const wanted = Math.ceil(corners / 3) * 3
    const fresh = triangles.fill(wanted)
    if (fresh > 0) {
      index.addUpdateRange(triangles.filled - fresh, fresh)
      index.needsUpdate = true
    }
    shown.visible = true
    shown.geometry.setDrawRange(0, Math.min(wanted, triangles.filled))
  }

  /** Leaves out of the rough picture what these cuts of the scene take away altogether. */
  cut(cuts: readonly Cut[]): void {
    const { boxes, starts, triangles } = this.#mesh
    const seen = cuts.map((cut) => seenFrom(cut, this.#offset))
    this.#isAway = (element) => isBoxCutAway(boxes, element * 6, seen)
    this.#keptCorners = triangles.length
    if (seen.length > 0)
      for (let element = 0; element + 1 < starts.length; element += 1)
        if (this.#isAway(element)) this.#keptCorners -= (starts[element + 1] ?? 0) - (starts[element] ?? 0)
    this.#rough?.triangles.leaveOut(this.#isAway)
  }

  /** How many ends of triangles its elements have that are not cut away altogether. */
  get keptCorners(): number {
    return this.#keptCorners
  }

  hide(): void {
    for (const child of this.group.children) child.visible = false
  }

  /** Takes the bytes of `paintElements`. */
  paint(bytes: Uint8Array): void {
    const { data } = this.#paint.image
    if (data) new Uint8Array(data.buffer, data.byteOffset, data.byteLength).set(bytes)
    this.#paint.needsUpdate = true
  }

  dispose(): void {
    for (const part of this.#made) part.dispose()
  }

  #newRough() {
    const [faces] = this.#parts
    const triangles = new LargestFirst(this.#mesh)
    triangles.leaveOut(this.#isAway)
    const index = new three.BufferAttribute(triangles.indices, 1)
    const geometry = new three.BufferGeometry()
    for (const [name, attribute] of Object.entries(faces.geometry.attributes))
      geometry.setAttribute(name, attribute)
    geometry.setIndex(index)
    const shown = new three.Mesh(geometry, faces.material)
    shown.frustumCulled = false
    this.group.add(shown)
    shown.updateMatrixWorld()
    this.#made.push(geometry)
    return { shown, index, triangles }
  }

  // Faces and edges share their corners: they are on the card once.
  #corners(mesh: MergedMesh): Corners {
    return {
      position: new three.BufferAttribute(mesh.positions, 3),
      owner: new three.BufferAttribute(mesh.owners, 1),
      tint: new three.BufferAttribute(mesh.tints, 4, true),
    }
  }

  #geometry(corners: Corners, index: Uint32Array): three.BufferGeometry {
    const geometry = new three.BufferGeometry()
    for (const [name, attribute] of Object.entries(corners)) geometry.setAttribute(name, attribute)
    geometry.setIndex(new three.BufferAttribute(index, 1))
    this.#made.push(geometry)
    return geometry
  }

  #material(cut: CutUniforms, seeThrough: boolean, kind: 'faces' | 'edges'): three.ShaderMaterial {
    const faces = kind === 'faces'
    const material = new three.ShaderMaterial({
      glslVersion: three.GLSL3,
      vertexShader: faces ? faceVertex : edgeVertex,
      fragmentShader: faces ? faceFragment : edgeFragment,
      uniforms: { ...cut, paint: { value: this.#paint }, seeThrough: { value: seeThrough } },
      side: three.DoubleSide,
      transparent: seeThrough || !faces,
      depthWrite: !seeThrough && faces,
      polygonOffset: faces,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    })
    this.#made.push(material)
    return material
  }
}
