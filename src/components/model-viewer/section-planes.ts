import type { Cut, Point } from './pick-element.ts'

/** Most planes a picture is cut by at once: a box needs six. The shaders have room for as many. */
export const mostPlanes = 6

/** A section plane: while it is on, what lies beyond it is taken away. */
export interface SectionPlane extends Cut {
  /** Tells it from the others while it is moved and turned. */
  key: number
  isOn: boolean
}

/** Least and most of something along the axes of the scene. */
export interface Bounds {
  least: Point
  most: Point
}

/** Metres that planes keep from what a box is drawn around, so that they do not lie in its faces. */
export const boxMargin = 0.1

let lastKey = 0

/** A plane with this normal, of length one, and place. */
export const planeOf = (cut: Cut, isOn = true): SectionPlane => ({ ...cut, key: (lastKey += 1), isOn })

/** Those by which the picture is cut. */
export const acting = (planes: readonly SectionPlane[]): SectionPlane[] => planes.filter(({ isOn }) => isOn)

/** The axis along which a plane cuts, or mostly cuts. */
export function axisOf({ normal }: Cut): number {
  const sizes = normal.map(Math.abs)
  return sizes.indexOf(Math.max(...sizes))
}

/** Whether a plane stands askew to all axes: other programs make such. */
export const isOblique = ({ normal }: Cut): boolean =>
  normal.filter((part) => Math.abs(part) > 1e-6).length > 1

/** -1 for a plane that takes away what is below, or in front: its place is told in the direction of the axis all the same. */
export const signOf = (cut: Cut): 1 | -1 => ((cut.normal[axisOf(cut)] ?? 1) < 0 ? -1 : 1)

const cutAt = (axis: number, sign: number, at: number): Cut => ({
  normal: [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0],
  at: at * sign,
})

/** A cut through the middle: of height unless told, and what is above is taken away. */
export const cutAcross = ({ least, most }: Bounds, axis = 1): Cut =>
  cutAt(axis, 1, ((least[axis] ?? 0) + (most[axis] ?? 0)) / 2)

/** Six planes around something: only what is inside shows. */
export const boxAround = ({ least, most }: Bounds): SectionPlane[] =>
  [0, 1, 2].flatMap((axis) => [
    planeOf(cutAt(axis, 1, (most[axis] ?? 0) + boxMargin)),
    planeOf(cutAt(axis, -1, (least[axis] ?? 0) - boxMargin)),
  ])

/** Where all there is begins and ends in the direction of a plane. */
export function spanOf({ least, most }: Bounds, cut: Cut): { least: number; most: number } {
  const sign = signOf(cut)
  const sum = (of: (part: number, axis: number) => number): number =>
    cut.normal.reduce((all, part, axis) => all + of(part * sign, axis), 0)
  const low = sum((part, axis) => part * ((part < 0 ? most : least)[axis] ?? 0))
  const high = sum((part, axis) => part * ((part < 0 ? least : most)[axis] ?? 0))
  return { least: low, most: high }
}

/** The same side seen from the other. */
export const flipped = ({ normal: [x, y, z], at }: Cut): Cut => ({
  normal: [0 - x, 0 - y, 0 - z],
  at: 0 - at,
})

/** A cut as something sees it that stands at an offset. */
export const seenFrom = ({ normal, at }: Cut, offset: Point): Cut => ({
  normal,
  at: at - (normal[0] * offset[0] + normal[1] * offset[1] + normal[2] * offset[2]),
})

/** Whether any of the cuts takes a point away. */
export const isCutAway = ([x, y, z]: Point, cuts: readonly Cut[]): boolean =>
  cuts.some(({ normal, at }) => normal[0] * x + normal[1] * y + normal[2] * z > at)

/** Whether one of the cuts takes all of a box away: six numbers from a place on, the least x, y, z and the most. */
export function isBoxCutAway(boxes: Float32Array, from: number, cuts: readonly Cut[]): boolean {
  return cuts.some(({ normal, at }) => {
    let nearest = 0
    for (let axis = 0; axis < 3; axis += 1) {
      const part = normal[axis] ?? 0
      if (part !== 0) nearest += part * (boxes[from + axis + (part < 0 ? 3 : 0)] ?? 0)
    }
    return nearest > at
  })
}
