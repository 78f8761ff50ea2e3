import type { Cut, Point } from './pick-element.ts'

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

/** A view in the words of BCF: camera, section and elements; metres, with the axes of the file (Z up). */
export interface Viewpoint {
  perspective_camera: {
    camera_view_point: BcfPoint
    camera_direction: BcfPoint
    camera_up_vector: BcfPoint
    field_of_view: number
    /** How far away what is looked at is; not of BCF, whose cameras turn around nothing. */
    distance?: number
  }
  clipping_planes: { location: BcfPoint; direction: BcfPoint }[]
  components: {
    selection: { ifc_guid: string }[]
    visibility: { default_visibility: boolean; exceptions: { ifc_guid: string }[] }
  }
}

// In the scene y is up and z towards us; in a file z is up.
const toFile = ([x, y, z]: Point): BcfPoint => ({ x: tidy(x), y: tidy(-z), z: tidy(y) })
const toScene = ({ x, y, z }: BcfPoint): Point => [x, z, -y]
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
  cut: Cut | null,
  origin: Point,
  components: Viewpoint['components'],
): Viewpoint {
  const way = plus(at, from, -1)
  const distance = length(way) || 1
  return {
    perspective_camera: {
      camera_view_point: toFile(plus(from, origin)),
      camera_direction: toFile(scaled(way, 1 / distance)),
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: angle,
      distance: tidy(distance),
    },
    clipping_planes: cut
      ? [{ location: toFile(plus(scaled(cut.normal, cut.at), origin)), direction: toFile(cut.normal) }]
      : [],
    components,
  }
}

/** A kept view in the scene; null for data that is none. */
export function lookOf(view: unknown, origin: Point): { look: Look; cut: Cut | null } | null {
  if (!isViewpoint(view)) return null
  const { camera_view_point, camera_direction, field_of_view, distance = 10 } = view.perspective_camera
  const from = plus(toScene(camera_view_point), origin, -1)
  const way = toScene(camera_direction)
  const [plane] = view.clipping_planes
  const normal = plane && toScene(plane.direction)
  const location = plane && plus(toScene(plane.location), origin, -1)
  return {
    look: { from, at: plus(from, way, distance), angle: field_of_view },
    cut:
      normal && location
        ? { normal, at: normal[0] * location[0] + normal[1] * location[1] + normal[2] * location[2] }
        : null,
  }
}

const isPoint = (value: unknown): value is BcfPoint =>
  typeof value === 'object' &&
  value !== null &&
  ['x', 'y', 'z'].every((axis) => Number.isFinite(Reflect.get(value, axis)))

/** Whether data can be looked at: what is not of a view may be missing. */
export function isViewpoint(value: unknown): value is Viewpoint {
  if (typeof value !== 'object' || value === null) return false
  const { perspective_camera: camera, clipping_planes: planes } = value as Partial<Viewpoint>
  return (
    typeof camera === 'object' &&
    isPoint(camera.camera_view_point) &&
    isPoint(camera.camera_direction) &&
    Number.isFinite(camera.field_of_view) &&
    Array.isArray(planes) &&
    planes.every(({ location, direction }) => isPoint(location) && isPoint(direction))
  )
}
