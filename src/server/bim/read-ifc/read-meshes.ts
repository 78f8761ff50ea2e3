import type { GeometryBuilder } from './geometry-builder.ts'
import type { MeshFacts } from './mesh-facts.ts'
import type { PlacedShape, PlacedShapes } from './placed-shapes.ts'

type Point = readonly [number, number, number]

/**
 * Measures the triangles of those of the elements that have some, and hands them on to be kept: the volume is the sum of the signed
 * tetrahedra they span with one of their corners, right for closed bodies.
 */
export function readMeshes(
  source: PlacedShapes,
  ids: readonly number[],
  builder: GeometryBuilder,
): Map<number, MeshFacts> {
  const meshes = new Map<number, MeshFacts>()
  source.read(ids, (expressId, shapes) => {
    const box = emptyBox()
    let middle: Point = [0, 0, 0]
    let [volume, area, triangles] = [0, 0, 0]
    for (const shape of shapes) {
      const part = measure(shape, box)
      builder.add(expressId, shape)
      volume += Math.abs(part.volume)
      middle = between(middle, area, part.middle, part.area)
      area += part.area
      triangles += part.triangles
    }
    meshes.set(expressId, { volume, area, triangles, box, middle })
  })
  return meshes
}

// A corner is three coordinates and three of its normal; the transformation is a matrix, column by column.
const stride = 6

function measure(
  { vertices, indices: corners, matrix }: PlacedShape,
  box: number[],
): { volume: number; area: number; triangles: number; middle: Point } {
  const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1, , ...place] = matrix
  // From the first corner: far from the origin the products would lose their last digits.
  const first = (corners[0] ?? 0) * stride
  const from: Point = [vertices[first] ?? 0, vertices[first + 1] ?? 0, vertices[first + 2] ?? 0]
  const at = (corner: number): Point => {
    const start = corner * stride
    const x = (vertices[start] ?? 0) - from[0]
    const y = (vertices[start + 1] ?? 0) - from[1]
    const z = (vertices[start + 2] ?? 0) - from[2]
    return [a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z]
  }
  const [u, v, w] = from
  const start: Point = [
    a * u + d * v + g * w + (place[0] ?? 0),
    b * u + e * v + h * w + (place[1] ?? 0),
    c * u + f * v + i * w + (place[2] ?? 0),
  ]
  let volume = 0
  let area = 0
  let middle: Point = [0, 0, 0]
  for (let index = 0; index + 2 < corners.length; index += 3) {
    const p = at(corners[index] ?? 0)
    const q = at(corners[index + 1] ?? 0)
    const r = at(corners[index + 2] ?? 0)
    volume += dot(p, cross(q, r)) / 6
    for (const point of [p, q, r]) widen(box, point, start)
    const side = cross(minus(q, p), minus(r, p))
    const size = Math.sqrt(dot(side, side)) / 2
    middle = between(
      middle,
      area,
      [(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3, (p[2] + q[2] + r[2]) / 3],
      size,
    )
    area += size
  }
  return { volume, area, triangles: Math.floor(corners.length / 3), middle: asInFile(middle, start) }
}

const emptyBox = (): number[] => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

// The parser turns models so that Y is up.
const asInFile = ([x, y, z]: Point, [u, v, w]: Point): Point => [x + u, -z - w, y + v]

/** The middle of two surfaces of these sizes. */
function between(p: Point, sizeP: number, q: Point, sizeQ: number): Point {
  const whole = sizeP + sizeQ
  if (whole === 0) return q
  const part = sizeQ / whole
  return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part, p[2] + (q[2] - p[2]) * part]
}

function widen(box: number[], point: Point, start: Point): void {
  const values = asInFile(point, start)
  for (let axis = 0; axis < 3; axis += 1) {
    const value = values[axis] ?? 0
    if (value < (box[axis] ?? 0)) box[axis] = value
    if (value > (box[axis + 3] ?? 0)) box[axis + 3] = value
  }
}

const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
]
