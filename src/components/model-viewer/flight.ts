import * as three from 'three'

/** What a flight moves, and whom it tells. */
interface Flown {
  camera: three.PerspectiveCamera
  canvas: HTMLCanvasElement
  /** How large what is flown through is, metres. */
  size: number
  moved(): void
}

/** Where a held key leads: to the right, up, ahead. */
const ways: Readonly<Record<string, readonly [right: number, up: number, ahead: number]>> = {
  KeyW: [0, 0, 1],
  ArrowUp: [0, 0, 1],
  KeyS: [0, 0, -1],
  ArrowDown: [0, 0, -1],
  KeyA: [-1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  KeyD: [1, 0, 0],
  ArrowRight: [1, 0, 0],
  KeyE: [0, 1, 0],
  KeyQ: [0, -1, 0],
}
/** How far a pixel of dragging turns, in radians. */
const turn = 0.0045
const steepest = Math.PI / 2 - 0.02
/** A frame that took longer, because nobody draws quickly here, does not jump. */
const longestStep = 0.15

/**
 * Flying: the camera is a person who looks where the pointer drags and goes where the keys lead as long as they are held,
 * faster with Shift; the wheel sets the pace. Two fingers go ahead and aside. It asks for frames only while it moves.
 */
export class Flight {
  readonly #flown: Flown
  readonly #held = new Set<string>()
  readonly #fingers = new Map<number, { x: number; y: number }>()
  #pace = 1
  #isFast = false
  #frame = 0
  #last = 0
  readonly #end = new AbortController()

  constructor(flown: Flown) {
    this.#flown = flown
    const { canvas } = flown
    const { signal } = this.#end
    canvas.addEventListener('keydown', (event) => this.#press(event), { signal })
    canvas.addEventListener('keyup', (event) => this.#release(event), { signal })
    // Keys let go elsewhere are never told.
    canvas.addEventListener('blur', () => this.#held.clear(), { signal })
    canvas.addEventListener('pointerdown', (event) => this.#touch(event), { signal })
    canvas.addEventListener('pointermove', (event) => this.#drag(event), { signal })
    for (const end of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(end, ({ pointerId }) => void this.#fingers.delete(pointerId), { signal })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
    this.#end.abort()
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(ways, event.code)) return
    event.preventDefault()
    this.#isFast = event.shiftKey
    this.#held.add(event.code)
    if (this.#frame !== 0) return
    this.#last = performance.now()
    this.#frame = requestAnimationFrame(() => this.#step())
  }

  #release({ code, shiftKey }: KeyboardEvent): void {
    this.#isFast = shiftKey
    this.#held.delete(code)
  }

  #step(): void {
    this.#frame = 0
    if (this.#held.size === 0) return
    const now = performance.now()
    const seconds = Math.min(longestStep, (now - this.#last) / 1000)
    this.#last = now
    const way = new three.Vector3()
    for (const code of this.#held) {
      const [right = 0, up = 0, ahead = 0] = ways[code] ?? []
      way.add(new three.Vector3(right, 0, -ahead).applyQuaternion(this.#flown.camera.quaternion))
      // Up is up, wherever one looks.
      way.y += up
    }
    this.#go(way.multiplyScalar(this.#speed * seconds))
    this.#frame = requestAnimationFrame(() => this.#step())
  }

  /** Metres a second: a brisk walk in a house, faster across a town. */
  get #speed(): number {
    const usual = Math.min(60, Math.max(2, this.#flown.size / 12))
    return usual * this.#pace * (this.#isFast ? 4 : 1)
  }

  #touch(event: PointerEvent): void {
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    this.#flown.canvas.setPointerCapture(event.pointerId)
  }

  #drag({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const from = this.#fingers.get(pointerId)
    if (!from) return
    this.#fingers.set(pointerId, { x, y })
    const [right, down] = [x - from.x, y - from.y]
    if (this.#fingers.size > 1) this.#slide(right, down)
    else this.#look(right, down)
  }

  #look(right: number, down: number): void {
    const { camera, moved } = this.#flown
    const angles = new three.Euler().setFromQuaternion(camera.quaternion, 'YXZ')
    angles.y -= right * turn
    angles.x = Math.min(steepest, Math.max(-steepest, angles.x - down * turn))
    angles.z = 0
    camera.quaternion.setFromEuler(angles)
    moved()
  }

  /** Each of two fingers moves half the way. */
  #slide(right: number, down: number): void {
    const way = new three.Vector3(right, 0, down).applyQuaternion(this.#flown.camera.quaternion)
    this.#go(way.multiplyScalar(this.#speed / 200))
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    this.#pace = Math.min(8, Math.max(0.125, this.#pace * (event.deltaY < 0 ? 1.25 : 0.8)))
  }

  #go(way: three.Vector3): void {
    this.#flown.camera.position.add(way)
    this.#flown.moved()
  }
}
