import type { Cut, Point } from './pick-element.ts'
import { mostPlanes, planeOf, type SectionPlane } from './section-planes.ts'

/** Where somebody stands and looks, in the scene: metres, Y up. */
export interface Look {
  from: Point
  /** What they turn around. */
  at: Point
  /** Of the picture's height, degrees. */
  angle: number
}

interface BcfPoint {
  x: number
  y: number
  z: number
}

interface BcfPlane {
  location: BcfPoint
  /** To the side that is taken away. */
  direction: BcfPoint
}

/** A view in the words of BCF: camera, section planes and elements; metres, with the axes of the file (Z up). */
export interface Viewpoint {
  perspective_camera: {
    camera_view_point: BcfPoint
    camera_direction: BcfPoint
    camera_up_vector: BcfPoint
    field_of_view: number
    /** How far away what is looked at is; not of BCF, whose cameras turn around nothing. */
    distance?: number
  }
  clipping_planes: BcfPlane[]
  /** Planes that are switched off; not of BCF, whose planes all cut. */
  planes_off?: BcfPlane[]
  components: {
    selection: { ifc_guid: string }[]
    visibility: { default_visibility: boolean; exceptions: { ifc_guid: string }[] }
  }
}

// In the scene y is up and z towards us; in a file z is up.
const toFile = ([x, y, z]: Point): BcfPoint => ({ x: tidy(x), y: tidy(-z), z: tidy(y) })
const toScene = ({ x, y, z }: BcfPoint): Point => [x, z, 0 - y]
// Plus nothing: a minus before a zero is none.
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6 + 0

const plus = (p: Point, q: Point, times = 1): Point => [
  p[0] + q[0] * times,
  p[1] + q[1] * times,
  p[2] + q[2] * times,
]
const length = (p: Point): number => Math.hypot(...p)
const scaled = (p: Point, times: number): Point => [p[0] * times, p[1] * times, p[2] * times]

/** A view as it is kept. `origin` is where the scene's zero is in the models, Y up. */
export function viewpointOf(
  { from, at, angle }: Look,
  planes: readonly SectionPlane[],
  origin: Point,
  components: Viewpoint['components'],
): Viewpoint {
  const way = plus(at, from, -1)
  const distance = length(way) || 1
  const off = planes.filter(({ isOn }) => !isOn)
  return {
    perspective_camera: {
      camera_view_point: toFile(plus(from, origin)),
      camera_direction: toFile(scaled(way, 1 / distance)),
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: angle,
      distance: tidy(distance),
    },
    clipping_planes: planes.filter(({ isOn }) => isOn).map((plane) => planeToFile(plane, origin)),
    ...(off.length > 0 && { planes_off: off.map((plane) => planeToFile(plane, origin)) }),
    components,
  }
}

const planeToFile = ({ normal, at }: Cut, origin: Point): BcfPlane => ({
  location: toFile(plus(scaled(normal, at), origin)),
  direction: toFile(normal),
})

/** Planes of a view in the scene; one without a direction is none. */
const planesFromFile = (planes: readonly BcfPlane[], origin: Point, isOn: boolean): SectionPlane[] =>
  planes.flatMap(({ location, direction }) => {
    const way = toScene(direction)
    if (length(way) === 0) return []
    const normal = scaled(way, 1 / length(way))
    const [x, y, z] = plus(toScene(location), origin, -1)
    return [planeOf({ normal, at: normal[0] * x + normal[1] * y + normal[2] * z }, isOn)]
  })

/** A kept view in the scene, with as many planes as it can be cut by; null for data that is none. */
export function lookOf(view: unknown, origin: Point): { look: Look; planes: SectionPlane[] } | null {
  if (!isViewpoint(view)) return null
  const { camera_view_point, camera_direction, field_of_view, distance = 10 } = view.perspective_camera
  const from = plus(toScene(camera_view_point), origin, -1)
  const way = toScene(camera_direction)
  return {
    look: { from, at: plus(from, way, distance), angle: field_of_view },
    planes: [
      ...planesFromFile(view.clipping_planes, origin, true),
      ...planesFromFile(view.planes_off ?? [], origin, false),
    ].slice(0, mostPlanes),
  }
}

const isPoint = (value: unknown): value is BcfPoint =>
  typeof value === 'object' &&
  value !== null &&
  ['x', 'y', 'z'].every((axis) => Number.isFinite(Reflect.get(value, axis)))

const arePlanes = (value: unknown): value is BcfPlane[] =>
  Array.isArray(value) &&
  value.every((plane: Partial<BcfPlane> | null) => isPoint(plane?.location) && isPoint(plane?.direction))

/** Whether data can be looked at: what is not of a view may be missing. */
export function isViewpoint(value: unknown): value is Viewpoint {
  if (typeof value !== 'object' || value === null) return false
  const { perspective_camera: camera, clipping_planes, planes_off = [] } = value as Partial<Viewpoint>
  return (
    typeof camera === 'object' &&
    isPoint(camera.camera_view_point) &&
    isPoint(camera.camera_direction) &&
    Number.isFinite(camera.field_of_view) &&
    arePlanes(clipping_planes) &&
    arePlanes(planes_off)
  )
}
