import type { MergedMesh } from './merged-mesh.ts'
import { isCutAway } from './section-planes.ts'

export type Point = readonly [number, number, number]

export interface Ray {
  from: Point
  /** Of length one. */
  along: Point
}

/** A plane that takes away what lies beyond it: points with `dot(normal, point) > at`. */
export interface Cut {
  normal: Point
  at: number
}

export interface Hit {
  /** Place of the element in its model. */
  element: number
  distance: number
  point: Point
  /** The corners of the triangle that was hit. */
  corners: readonly [Point, Point, Point]
}

/** The nearest element a ray meets, among those that show and on the sides of the cuts that show. */
export function pickElement(
  mesh: MergedMesh,
  ray: Ray,
  shows: (element: number) => boolean,
  cuts: readonly Cut[],
): Hit | null {
  const candidates: { element: number; near: number }[] = []
  for (let element = 0; element + 1 < mesh.starts.length; element += 1) {
    const near = enters(mesh.boxes, element * 6, ray)
    if (near !== null && shows(element)) candidates.push({ element, near })
  }
  let best: Hit | null = null
  for (const { element, near } of candidates.toSorted((a, b) => a.near - b.near)) {
    if (best && near > best.distance) break
    best = nearestOf(mesh, element, ray, cuts, best)
  }
  return best
}

/** How far away a ray enters a box; null when it passes by. */
function enters(boxes: Float32Array, at: number, { from, along }: Ray): number | null {
  let near = 0
  let far = Infinity
  for (let axis = 0; axis < 3; axis += 1) {
    const start = from[axis] ?? 0
    const slope = along[axis] ?? 0
    const one = ((boxes[at + axis] ?? 0) - start) / slope
    const other = ((boxes[at + axis + 3] ?? 0) - start) / slope
    // Along the side of a box both are no number: it is passed by.
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
    if (!(near <= far)) return null
  }
  return near
}

function nearestOf(
  mesh: MergedMesh,
  element: number,
  ray: Ray,
  cuts: readonly Cut[],
  best: Hit | null,
): Hit | null {
  const corner = (at: number): Point => {
    const start = (mesh.triangles[at] ?? 0) * 3
    return [mesh.positions[start] ?? 0, mesh.positions[start + 1] ?? 0, mesh.positions[start + 2] ?? 0]
  }
  let nearest = best
  for (let at = mesh.starts[element] ?? 0; at < (mesh.starts[element + 1] ?? 0); at += 3) {
    const corners = [corner(at), corner(at + 1), corner(at + 2)] as const
    const distance = meets(ray, corners)
    if (distance === null || (nearest && distance >= nearest.distance)) continue
    const point = along(ray, distance)
    if (isCutAway(point, cuts)) continue
    nearest = { element, distance, point, corners }
  }
  return nearest
}

/** Möller and Trumbore: how far away a ray meets a triangle, from either side. */
function meets({ from, along: way }: Ray, [a, b, c]: Hit['corners']): number | null {
  const one = minus(b, a)
  const other = minus(c, a)
  const across = cross(way, other)
  const slope = dot(one, across)
  if (Math.abs(slope) < 1e-12) return null
  const to = minus(from, a)
  const u = dot(to, across) / slope
  if (u < 0 || u > 1) return null
  const turned = cross(to, one)
  const v = dot(way, turned) / slope
  if (v < 0 || u + v > 1) return null
  const distance = dot(other, turned) / slope
  return distance > 1e-6 ? distance : null
}

const along = ({ from, along: way }: Ray, distance: number): Point => [
  from[0] + way[0] * distance,
  from[1] + way[1] * distance,
  from[2] + way[2] * distance,
]
const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
]
