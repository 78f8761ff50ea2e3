import * as three from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { Flight } from './flight.ts'
import { DrawingClock } from './drawing-clock.ts'
import type { MergedMesh } from './merged-mesh.ts'
import { ModelDrawing, type CutUniforms } from './model-drawing.ts'
import { paintMarks } from './paint-elements.ts'
import { pickElement, type Cut, type Hit, type Point } from './pick-element.ts'
import type { Look } from './viewpoint.ts'
import { WholePicture } from './whole-picture.ts'

/** A model as the scene gets it. */
export interface StagedModel {
  key: string
  mesh: MergedMesh
  /** Where its zero is in the scene. */
  offset: Point
}

interface Shown {
  model: StagedModel
  drawing: ModelDrawing
  paint: Uint8Array
}

const usualAngle = 45
/** Metres. */
const closeAhead = 8
/** Milliseconds a picture, or a piece of one, may take: while it is drawn nothing else on the page is. */
const aimed = 60
/** Milliseconds from which on a picture is too slow to move in. */
const tooSlow = 90
/** Milliseconds after the last move after which the whole picture is drawn. */
const restsAfter = 350
/** Pixels of a rough picture for each of the canvas, along a side. */
const roughPixels = 0.5
/** Corners of the first rough picture and of the first piece; later ones are as many as the time allows. */
const firstRough = 150_000
const firstPiece = 90_000
const fewest = 6_000
/** How many whole pictures are timed to learn how fast the card is. */
const timed = 3

/**
 * The scene and its camera. It draws when something changed and never otherwise, so that it costs nothing while nobody
 * moves. Without a graphics card it draws roughly while it moves, and the whole picture in pieces when it rests: the page
 * answers all the while. Throws where there is no WebGL 2.
 */
export class Stage {
  readonly #renderer: three.WebGLRenderer
  readonly #scene = new three.Scene()
  readonly #camera = new three.PerspectiveCamera(usualAngle, 1, 0.1, 1000)
  readonly #controls: OrbitControls
  readonly #shown = new Map<string, Shown>()
  readonly #cutUniforms: CutUniforms = {
    cut: { value: new three.Vector4(0, 0, 0, 1) },
    isCut: { value: false },
  }
  readonly #followers = new Set<() => void>()
  #flight: Flight | null = null
  #cut: Cut | null = null
  #frame = 0
  #resting = 0
  #reach = 100
  readonly #clock: DrawingClock
  /** What the last whole pictures took. */
  #timed: readonly number[] = []
  /** What a whole picture takes at once, in milliseconds, as far as that is known. */
  #wholeTakes: number
  #roughCorners = firstRough
  #pieceCorners = firstPiece
  #picture: WholePicture | null = null
  // Asked for while the picture before was on its way.
  #isOwed = false
  #ratio = 0
  #size = { width: 1, height: 1 }

  /** `isSoftware`: there is no graphics card, as far as the browser says. */
  constructor(
    canvas: HTMLCanvasElement,
    readonly isSoftware: boolean,
  ) {
    this.#renderer = new three.WebGLRenderer({
      canvas,
      antialias: !isSoftware,
      alpha: true,
      powerPreference: 'default',
    })
    this.#renderer.setClearColor(0x000000, 0)
    this.#renderer.outputColorSpace = three.LinearSRGBColorSpace
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.zoomToCursor = true
    this.#controls.addEventListener('change', () => this.draw())
    this.#camera.position.set(10, 8, 10)
    this.#clock = new DrawingClock(this.#renderer.getContext() as WebGL2RenderingContext)
    this.#wholeTakes = isSoftware ? Infinity : 0
  }

  /** Shows these models and no others; what is there already stays on the card. */
  show(models: readonly StagedModel[]): void {
    for (const [key, { drawing }] of this.#shown)
      if (!models.some((model) => model.key === key)) {
        this.#scene.remove(drawing.group)
        drawing.dispose()
        this.#shown.delete(key)
      }
    for (const model of models) {
      if (this.#shown.has(model.key)) continue
      const drawing = new ModelDrawing(model.mesh, model.offset, this.#cutUniforms)
      this.#scene.add(drawing.group)
      this.#shown.set(model.key, { model, drawing, paint: new Uint8Array() })
    }
    const box = this.bounds(() => true)
    if (box) this.#reach = Math.hypot(...box.least) + Math.hypot(...box.most)
    this.#timed = []
    this.draw()
  }

  /** How the elements of a model look: the bytes of `paintElements`. */
  paint(key: string, bytes: Uint8Array): void {
    const shown = this.#shown.get(key)
    if (!shown) return
    shown.paint = bytes
    shown.drawing.paint(bytes)
    this.draw()
  }

  cut(cut: Cut | null): void {
    this.#cut = cut
    this.#cutUniforms.isCut.value = cut !== null
    if (cut) this.#cutUniforms.cut.value.set(...cut.normal, cut.at)
    this.draw()
  }

  resize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) }
    this.#camera.aspect = this.#size.width / this.#size.height
    this.#camera.updateProjectionMatrix()
    this.#ratio = 0
    this.draw()
  }

  /** The box around all elements that stand out, or around those that `wanted` names. Null when there are none. */
  bounds(wanted?: (key: string, element: number) => boolean): { least: Point; most: Point } | null {
    const box = new three.Box3()
    for (const [key, { model, paint }] of this.#shown) {
      const { boxes } = model.mesh
      for (let at = 0; at < boxes.length / 6; at += 1) {
        const counts = wanted ? wanted(key, at) : (paint[at * 4 + 3] ?? paintMarks.own) >= paintMarks.given
        if (!counts || !Number.isFinite(boxes[at * 6] ?? Infinity)) continue
        const corner = (from: number) =>
          new three.Vector3(boxes[from] ?? 0, boxes[from + 1] ?? 0, boxes[from + 2] ?? 0).add(
            new three.Vector3(...model.offset),
          )
        box.expandByPoint(corner(at * 6)).expandByPoint(corner(at * 6 + 3))
      }
    }
    return box.isEmpty() ? null : { least: box.min.toArray(), most: box.max.toArray() }
  }

  /** Steps back until all of a box is in the picture; `from` turns there first. */
  fit(box: { least: Point; most: Point }, from?: Point): void {
    const ball = new three.Box3(
      new three.Vector3(...box.least),
      new three.Vector3(...box.most),
    ).getBoundingSphere(new three.Sphere())
    const radius = Math.max(ball.radius, 0.5)
    const half = three.MathUtils.degToRad(this.#camera.fov / 2)
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.#camera.aspect))
    const way = from ? new three.Vector3(...from) : this.#camera.position.clone().sub(this.#controls.target)
    this.#camera.position
      .copy(ball.center)
      .addScaledVector(way.normalize(), (radius / Math.sin(narrow)) * 0.95)
    this.#controls.target.copy(ball.center)
    this.#turned()
  }

  get look(): Look {
    return {
      from: this.#camera.position.toArray(),
      at: this.#controls.target.toArray(),
      angle: this.#camera.fov,
    }
  }

  set look({ from, at, angle }: Look) {
    this.#camera.position.set(...from)
    this.#controls.target.set(...at)
    this.#camera.fov = angle
    this.#camera.updateProjectionMatrix()
    this.#turned()
  }

  /** Turns around what is looked at, in degrees to the right and up. */
  turn(right: number, up: number): void {
    const way = new three.Spherical().setFromVector3(this.#camera.position.clone().sub(this.#controls.target))
    way.theta -= three.MathUtils.degToRad(right)
    way.phi = Math.min(Math.PI - 0.01, Math.max(0.01, way.phi - three.MathUtils.degToRad(up)))
    this.#camera.position.setFromSpherical(way).add(this.#controls.target)
    this.#turned()
  }

  /** Walks: right, up and ahead, in parts of how far away what is looked at is. It goes along. */
  walk(right: number, up: number, ahead: number): void {
    const step = Math.max(1, this.#camera.position.distanceTo(this.#controls.target))
    const way = new three.Vector3(right, up, -ahead)
      .applyQuaternion(this.#camera.quaternion)
      .multiplyScalar(step)
    this.#camera.position.add(way)
    this.#controls.target.add(way)
    this.#turned()
  }

  /** Flies through the model instead of turning around it. */
  fly(on: boolean): void {
    if (on === (this.#flight !== null)) return
    this.#controls.enabled = !on
    this.#flight?.dispose()
    this.#flight = on ? this.#newFlight() : null
    if (!on) this.#turned()
  }

  /** Comes nearer (below 1) or steps back. */
  zoom(times: number): void {
    const { target } = this.#controls
    this.#camera.position.sub(target).multiplyScalar(times).add(target)
    this.#turned()
  }

  /** What is drawn at a point of the picture, in its pixels. */
  pick(x: number, y: number): (Hit & { key: string }) | null {
    const caster = new three.Raycaster()
    const { width, height } = this.#size
    caster.setFromCamera(new three.Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.#camera)
    const { origin, direction } = caster.ray
    let best: (Hit & { key: string }) | null = null
    for (const [key, { model, paint }] of this.#shown) {
      const [u, v, w] = model.offset
      const cut = this.#cut && {
        ...this.#cut,
        at: this.#cut.at - (this.#cut.normal[0] * u + this.#cut.normal[1] * v + this.#cut.normal[2] * w),
      }
      const hit = pickElement(
        model.mesh,
        { from: [origin.x - u, origin.y - v, origin.z - w], along: direction.toArray() },
        (element) => (paint[element * 4 + 3] ?? paintMarks.own) >= paintMarks.given,
        cut,
      )
      if (!hit || (best && best.distance <= hit.distance)) continue
      const moved = ([a, b, c]: Point): Point => [a + u, b + v, c + w]
      const [p, q, r] = hit.corners
      best = { ...hit, key, point: moved(hit.point), corners: [moved(p), moved(q), moved(r)] }
    }
    return best
  }

  /** Where a point of the scene is in the picture; null behind the camera. */
  project(point: Point): { x: number; y: number } | null {
    const at = new three.Vector3(...point).project(this.#camera)
    if (at.z > 1) return null
    return { x: ((at.x + 1) / 2) * this.#size.width, y: ((1 - at.y) / 2) * this.#size.height }
  }

  /** Calls back after each drawing, for what floats over the picture; answers how to stop. */
  onDrawn(follow: () => void): () => void {
    this.#followers.add(follow)
    return () => this.#followers.delete(follow)
  }

  /** Draws before the next paint of the browser, once however often it is asked. */
  draw(): void {
    clearTimeout(this.#resting)
    this.#picture?.stop()
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      // Another would queue behind it and hold up the whole page.
      if (this.#clock.isBusy) this.#isOwed = true
      else this.#drawNow()
    })
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#flight?.dispose()
    clearTimeout(this.#resting)
    this.#clock.stop()
    this.#picture?.dispose()
    this.#controls.dispose()
    for (const { drawing } of this.#shown.values()) drawing.dispose()
    this.#renderer.dispose()
  }

  #newFlight(): Flight {
    const [camera, { target }] = [this.#camera, this.#controls]
    const box = this.bounds(() => true)
    return new Flight({
      camera,
      canvas: this.#renderer.domElement,
      size: box ? Math.hypot(...box.most.map((most, axis) => most - (box.least[axis] ?? 0))) : 0,
      moved: () => {
        // What is looked at goes along close ahead: from there the picture is turned when the flight ends.
        const ahead = Math.min(closeAhead, camera.position.distanceTo(target))
        camera.getWorldDirection(target).multiplyScalar(ahead).add(camera.position)
        this.draw()
      },
    })
  }

  #turned(): void {
    this.#controls.update()
    this.draw()
  }

  #drawNow(): void {
    const distance = this.#camera.position.distanceTo(this.#controls.target)
    this.#camera.near = Math.max(0.05, distance / 500)
    this.#camera.far = distance + this.#reach * 3 + 100
    this.#camera.updateProjectionMatrix()
    if (this.#wholeTakes > tooSlow) this.#drawRoughly()
    else this.#drawWhole()
    for (const follow of this.#followers) follow()
  }

  get #drawings(): ModelDrawing[] {
    return Array.from(this.#shown.values(), ({ drawing }) => drawing)
  }

  #drawWhole(): void {
    for (const drawing of this.#drawings) drawing.whole()
    this.#resizeTo(Math.min(2, window.devicePixelRatio))
    this.#renderer.render(this.#scene, this.#camera)
    const isKnown = this.#timed.length === timed
    // A fast card is not waited for.
    if (!this.isSoftware && isKnown && this.#wholeTakes < aimed / 2) return
    this.#clock.start((took) => {
      this.#timed = [...this.#timed, took].slice(-timed)
      // The quickest: with the first ones the model is brought to the card.
      if (this.#timed.length === timed) this.#wholeTakes = Math.min(...this.#timed)
      if (!this.#catchUp() && this.isSoftware) this.#refineSoon()
    })
  }

  #drawRoughly(): void {
    const drawings = this.#drawings
    const all = drawings.reduce((sum, drawing) => sum + drawing.cornersOf(0), 0)
    for (const drawing of drawings)
      drawing.rough(this.#roughCorners * (drawing.cornersOf(0) / Math.max(1, all)))
    this.#resizeTo(roughPixels)
    this.#renderer.render(this.#scene, this.#camera)
    this.#clock.start((took) => {
      this.#roughCorners = Math.min(Math.max(all, fewest), paced(this.#roughCorners, took))
      if (!this.#catchUp()) this.#refineSoon()
    })
  }

  #refineSoon(): void {
    this.#resting = window.setTimeout(() => this.#refine(), restsAfter)
  }

  /** Draws what was asked for while the picture before was on its way. */
  #catchUp(): boolean {
    const isOwed = this.#isOwed
    this.#isOwed = false
    if (isOwed) this.draw()
    return isOwed
  }

  /** Draws the whole picture beside what is seen, a piece after the other, and shows it when it is there. */
  #refine(): void {
    const picture = (this.#picture ??= new WholePicture(this.#renderer))
    const { width, height } = this.#size
    let took = 0
    picture.begin(this.#drawings, width, height, () => this.#pieceCorners)
    const next = (): void => {
      if (!picture.step(this.#scene, this.#camera, this.#drawings)) {
        this.#resizeTo(Math.min(2, window.devicePixelRatio))
        picture.show(this.#camera)
        // Perhaps little enough to be moved as it is.
        this.#wholeTakes = Math.min(this.#wholeTakes, took)
        return
      }
      this.#clock.start((piece) => {
        took += piece
        this.#pieceCorners = paced(this.#pieceCorners, piece)
        // Stopped by a move, which waits for this piece.
        if (!this.#catchUp() && picture.isBegun) this.#resting = window.setTimeout(next)
      })
    }
    next()
  }

  #resizeTo(ratio: number): void {
    if (this.#ratio === ratio) return
    this.#ratio = ratio
    this.#renderer.setPixelRatio(ratio)
    this.#renderer.setSize(this.#size.width, this.#size.height, false)
  }
}

/** How many corners the next picture may have when the last took so many milliseconds. */
const paced = (corners: number, took: number): number =>
  Math.max(fewest, corners * Math.min(1.5, Math.max(0.3, aimed / Math.max(1, took))))
