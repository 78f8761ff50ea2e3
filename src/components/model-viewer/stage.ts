import * as three from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { Flight } from './flight.ts'
import type { MergedMesh } from './merged-mesh.ts'
import { ModelDrawing, type CutUniforms } from './model-drawing.ts'
import { boxAround, withoutStrays } from './near-bounds.ts'
import { PacedPicture } from './paced-picture.ts'
import { paintMarks } from './paint-elements.ts'
import { pickElement, type Cut, type Hit, type Point } from './pick-element.ts'
import { isBoxCutAway, isCutAway, mostPlanes, seenFrom, type Bounds } from './section-planes.ts'
import type { Look } from './viewpoint.ts'

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

/**
 * The scene and its camera. It draws when something changed and never otherwise, so that it costs nothing while nobody
 * moves. Throws where there is no WebGL 2.
 */
export class Stage {
  readonly #renderer: three.WebGLRenderer
  readonly #scene = new three.Scene()
  readonly #camera = new three.PerspectiveCamera(usualAngle, 1, 0.1, 1000)
  readonly #controls: OrbitControls
  readonly #shown = new Map<string, Shown>()
  readonly #cutUniforms: CutUniforms = {
    cuts: { value: Array.from({ length: mostPlanes }, () => new three.Vector4(0, 0, 0, 1)) },
    cutCount: { value: 0 },
  }
  readonly #followers = new Set<() => void>()
  #flight: Flight | null = null
  #cuts: readonly Cut[] = []
  #frame = 0
  #reach = 100
  readonly #picture: PacedPicture
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
    this.#picture = new PacedPicture(this.#renderer, this.#scene, this.#camera, isSoftware, {
      drawings: () => Array.from(this.#shown.values(), ({ drawing }) => drawing),
      again: () => this.draw(),
    })
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
      drawing.cut(this.#cuts)
      this.#scene.add(drawing.group)
      this.#shown.set(model.key, { model, drawing, paint: new Uint8Array() })
    }
    const box = this.bounds(() => true)
    if (box) this.#reach = Math.hypot(...box.least) + Math.hypot(...box.most)
    this.#picture.timeAnew()
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

  /** Takes away what lies beyond any of these, and no longer what lay beyond others. */
  cut(cuts: readonly Cut[]): void {
    if (cuts.length === 0 && this.#cuts.length === 0) return
    this.#cuts = cuts.slice(0, mostPlanes)
    const { cuts: values, cutCount } = this.#cutUniforms
    cutCount.value = this.#cuts.length
    for (const [at, { normal, at: place }] of this.#cuts.entries()) values.value[at]?.set(...normal, place)
    for (const { drawing } of this.#shown.values()) drawing.cut(this.#cuts)
    this.draw()
  }

  /** Whether a point of the scene is cut away. */
  isAway(point: Point): boolean {
    return isCutAway(point, this.#cuts)
  }

  resize(width: number, height: number): void {
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) }
    this.#camera.aspect = this.#size.width / this.#size.height
    this.#camera.updateProjectionMatrix()
    this.#picture.resize(this.#size)
    this.draw()
  }

  /** The box around all elements that stand out and are not cut away, or around those that `wanted` names. Null when there are none. */
  bounds(wanted?: (key: string, element: number) => boolean): Bounds | null {
    return boxAround(this.#boxes(wanted))
  }

  /** The same without the few that stand far from all others: what a picture of the whole is of. */
  nearBounds(wanted?: (key: string, element: number) => boolean): Bounds | null {
    return boxAround(withoutStrays(this.#boxes(wanted)))
  }

  #boxes(wanted?: (key: string, element: number) => boolean): Bounds[] {
    const found: Bounds[] = []
    for (const [key, { model, paint }] of this.#shown) {
      const { boxes } = model.mesh
      const stands = this.#standsOut(model, paint)
      const corner = (from: number): Point => {
        const [x, y, z] = model.offset
        return [(boxes[from] ?? 0) + x, (boxes[from + 1] ?? 0) + y, (boxes[from + 2] ?? 0) + z]
      }
      for (let at = 0; at < boxes.length / 6; at += 1) {
        const counts = wanted ? wanted(key, at) : stands(at)
        if (counts && Number.isFinite(boxes[at * 6] ?? Infinity))
          found.push({ least: corner(at * 6), most: corner(at * 6 + 3) })
      }
    }
    return found
  }

  /** Steps back until all of a box is in the picture; `from` turns there first. */
  fit(box: Bounds, from?: Point): void {
    const ball = new three.Box3(
      new three.Vector3(...box.least),
      new three.Vector3(...box.most),
    ).getBoundingSphere(new three.Sphere())
    const radius = Math.max(ball.radius, 0.5)
    const half = three.MathUtils.degToRad(this.#camera.fov / 2)
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.#camera.aspect))
    // In a wide picture a house is as high as its ball seldom; in a high one its corners come to the edges.
    const room = this.#camera.aspect < 1 ? 1.06 : 0.95
    const way = from ? new three.Vector3(...from) : this.#camera.position.clone().sub(this.#controls.target)
    this.#camera.position
      .copy(ball.center)
      .addScaledVector(way.normalize(), (radius / Math.sin(narrow)) * room)
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
      const hit = pickElement(
        model.mesh,
        { from: [origin.x - u, origin.y - v, origin.z - w], along: direction.toArray() },
        this.#standsOut(model, paint),
        this.#cuts.map((cut) => seenFrom(cut, model.offset)),
      )
      if (!hit || (best && best.distance <= hit.distance)) continue
      const moved = ([a, b, c]: Point): Point => [a + u, b + v, c + w]
      const [p, q, r] = hit.corners
      best = { ...hit, key, point: moved(hit.point), corners: [moved(p), moved(q), moved(r)] }
    }
    return best
  }

  /** Elements that stand out, are not cut away, and whose middle is in a box of the picture, also behind others. */
  inside(box: {
    left: number
    top: number
    right: number
    bottom: number
  }): { key: string; element: number }[] {
    const found: { key: string; element: number }[] = []
    for (const [key, { model, paint }] of this.#shown) {
      const { boxes } = model.mesh
      const stands = this.#standsOut(model, paint)
      for (let element = 0; element < boxes.length / 6; element += 1) {
        if (!stands(element)) continue
        const middle = (axis: 0 | 1 | 2): number =>
          ((boxes[element * 6 + axis] ?? Infinity) + (boxes[element * 6 + 3 + axis] ?? Infinity)) / 2 +
          model.offset[axis]
        const at: Point = [middle(0), middle(1), middle(2)]
        const spot = at.every(Number.isFinite) ? this.project(at) : null
        if (!spot || spot.x < box.left || spot.x > box.right || spot.y < box.top || spot.y > box.bottom)
          continue
        found.push({ key, element })
      }
    }
    return found
  }

  /** Where a point of the scene is in the picture; null behind the camera. */
  project(point: Point): { x: number; y: number } | null {
    const at = new three.Vector3(...point).project(this.#camera)
    if (at.z > 1) return null
    return { x: ((at.x + 1) / 2) * this.#size.width, y: ((1 - at.y) / 2) * this.#size.height }
  }

  /** A copy of the picture on a colour, its longer side at most so many pixels. */
  snapshot(longest: number, ground: string): HTMLCanvasElement {
    const { width, height } = this.#size
    const scale = longest / Math.max(width, height)
    const copy = document.createElement('canvas')
    copy.width = Math.max(1, Math.round(width * scale))
    copy.height = Math.max(1, Math.round(height * scale))
    const context = copy.getContext('2d')
    if (!context) return copy
    context.fillStyle = ground
    context.fillRect(0, 0, copy.width, copy.height)
    context.imageSmoothingQuality = 'high'
    this.#picture.redraw()
    context.drawImage(this.#renderer.domElement, 0, 0, copy.width, copy.height)
    return copy
  }

  /** Calls back after each drawing, for what floats over the picture; answers how to stop. */
  onDrawn(follow: () => void): () => void {
    this.#followers.add(follow)
    return () => this.#followers.delete(follow)
  }

  /** Draws before the next paint of the browser, once however often it is asked. */
  draw(): void {
    this.#picture.stop()
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (this.#picture.takeTurn()) this.#drawNow()
    })
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#flight?.dispose()
    this.#picture.dispose()
    this.#controls.dispose()
    for (const { drawing } of this.#shown.values()) drawing.dispose()
    this.#renderer.dispose()
  }

  /** Of a model: which elements are more than hinted at and not cut away altogether. */
  #standsOut({ mesh, offset }: StagedModel, paint: Uint8Array): (element: number) => boolean {
    const cuts = this.#cuts.map((cut) => seenFrom(cut, offset))
    return (element) =>
      (paint[element * 4 + 3] ?? paintMarks.own) >= paintMarks.given &&
      !isBoxCutAway(mesh.boxes, element * 6, cuts)
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
    this.#picture.draw()
    for (const follow of this.#followers) follow()
  }
}
