import * as three from 'three'
import type { MergedMesh } from './merged-mesh.ts'
import { edgeFragment, edgeVertex, faceFragment, faceVertex } from './shaders.ts'

/** What all models of a scene are cut by. */
export interface CutUniforms {
  cut: { value: three.Vector4 }
  isCut: { value: boolean }
}

/** One model on the graphics card: its faces, what can be seen through, and its edges. */
export class ModelDrawing {
  readonly group = new three.Group()
  readonly #paint: three.DataTexture
  readonly #wide: number
  readonly #made: { dispose(): void }[] = []

  constructor(mesh: MergedMesh, offset: readonly [number, number, number], cut: CutUniforms) {
    const count = Math.max(1, mesh.starts.length - 1)
    this.#wide = Math.min(1024, count)
    const high = Math.ceil(count / this.#wide)
    this.#paint = new three.DataTexture(new Uint8Array(this.#wide * high * 4).fill(255), this.#wide, high)
    this.#paint.needsUpdate = true
    const faces = this.#geometry(mesh, mesh.triangles)
    const edges = this.#geometry(mesh, mesh.edges)
    this.group.add(
      new three.Mesh(faces, this.#material(cut, false, 'faces')),
      new three.LineSegments(edges, this.#material(cut, false, 'edges')),
      new three.Mesh(faces, this.#material(cut, true, 'faces')),
    )
    // One drawing each: what is out of sight is left out by the card.
    for (const child of this.group.children) child.frustumCulled = false
    this.group.position.set(...offset)
    this.group.updateMatrixWorld()
    this.#made.push(this.#paint)
  }

  /** Without edges and what can be seen through: a third of the work. */
  set coarse(is: boolean) {
    for (const [at, child] of this.group.children.entries()) child.visible = at === 0 || !is
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

  #geometry(mesh: MergedMesh, index: Uint32Array): three.BufferGeometry {
    const geometry = new three.BufferGeometry()
    geometry.setAttribute('position', new three.BufferAttribute(mesh.positions, 3))
    geometry.setAttribute('owner', new three.BufferAttribute(mesh.owners, 1))
    geometry.setAttribute('tint', new three.BufferAttribute(mesh.tints, 4, true))
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
