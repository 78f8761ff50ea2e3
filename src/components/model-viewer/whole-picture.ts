import * as three from 'three'
import type { ModelDrawing } from './model-drawing.ts'

/** Sides of the picture drawn beside the canvas, in parts of it: twice as fine smooths as a card would. */
const finer = 2
/** Never more pixels than this. */
const mostPixels = 4_000_000

interface Piece {
  drawing: ModelDrawing
  part: number
  from: number
  count: number
}

/**
 * The whole picture for who has no graphics card: drawn beside the canvas a piece at a time, so that the page can answer in
 * between, and shown when it is there.
 */
export class WholePicture {
  readonly #target = new three.WebGLRenderTarget(1, 1, { minFilter: three.LinearFilter })
  readonly #copy = new three.ShaderMaterial({
    glslVersion: three.GLSL3,
    vertexShader: 'void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `
uniform sampler2D picture;
uniform vec2 size;
out vec4 pixel;
void main() { pixel = texture(picture, gl_FragCoord.xy / size); }`,
    uniforms: { picture: { value: this.#target.texture }, size: { value: new three.Vector2() } },
    blending: three.NoBlending,
    depthTest: false,
    depthWrite: false,
  })
  readonly #quad = new three.Mesh(new three.PlaneGeometry(2, 2), this.#copy)
  #pieces: Iterator<Piece> | null = null

  constructor(readonly renderer: three.WebGLRenderer) {
    this.#quad.frustumCulled = false
  }

  /** Whether there may be a piece left. */
  get isBegun(): boolean {
    return this.#pieces !== null
  }

  /** Begins anew; `width` and `height` are those of the canvas in its pixels, `count` how many corners a piece has. */
  begin(drawings: readonly ModelDrawing[], width: number, height: number, count: () => number): void {
    const scale = Math.min(finer, Math.sqrt(mostPixels / (width * height)))
    this.#target.setSize(Math.round(width * scale), Math.round(height * scale))
    this.#pieces = piecesOf(drawings, count)
    this.renderer.setRenderTarget(this.#target)
    this.renderer.clear()
    this.renderer.setRenderTarget(null)
  }

  /** Draws the next piece beside the canvas; false when there was none left. */
  step(scene: three.Scene, camera: three.Camera, drawings: readonly ModelDrawing[]): boolean {
    const next = this.#pieces?.next()
    if (!next || next.done) return false
    const { drawing, part, from, count } = next.value
    for (const one of drawings) one.hide()
    drawing.only(part, from, count)
    const { renderer } = this
    renderer.autoClear = false
    renderer.setRenderTarget(this.#target)
    renderer.render(scene, camera)
    renderer.setRenderTarget(null)
    renderer.autoClear = true
    return true
  }

  /** Puts what was drawn onto the canvas. */
  show(camera: three.Camera): void {
    this.#pieces = null
    const size: three.Vector2 = this.#copy.uniforms['size']?.value
    this.renderer.getDrawingBufferSize(size)
    this.renderer.render(this.#quad, camera)
  }

  stop(): void {
    this.#pieces = null
  }

  dispose(): void {
    this.#target.dispose()
    this.#copy.dispose()
    this.#quad.geometry.dispose()
  }
}

/** Faces of all models first, then edges, then what can be seen through: each shows what is behind it. */
function* piecesOf(drawings: readonly ModelDrawing[], size: () => number): Generator<Piece> {
  for (const part of [0, 1, 2])
    for (const drawing of drawings) {
      const all = drawing.cornersOf(part)
      for (let from = 0; from < all;) {
        // Whole triangles, and whole edges.
        const count = Math.max(6, Math.floor(size() / 6) * 6)
        yield { drawing, part, from, count }
        from += count
      }
    }
}
