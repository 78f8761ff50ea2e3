import type { IfcAPI } from 'web-ifc'

/** What the triangles of one element come to. */
export interface MeshFacts {
  /** m³ and m², of binary floating point: computed, never declared. */
  volume: number
  area: number
  triangles: number
}

type Point = readonly [number, number, number]

/**
 * Measures the triangles of every element that has some: the volume is the sum of the signed tetrahedra they span with
 * one of their corners, right for closed bodies.
 */
export function readMeshes(api: IfcAPI, model: number): Map<number, MeshFacts> {
  const meshes = new Map<number, MeshFacts>()
  api.StreamAllMeshes(model, (mesh) => {
    const facts: MeshFacts = { volume: 0, area: 0, triangles: 0 }
    const { geometries } = mesh
    for (let index = 0; index < geometries.size(); index += 1) {
      const { geometryExpressID, flatTransformation } = geometries.get(index)
      const geometry = api.GetGeometry(model, geometryExpressID)
      const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
      const corners = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
      const part = measure(vertices, corners, flatTransformation)
      facts.volume += Math.abs(part.volume)
      facts.area += part.area
      facts.triangles += part.triangles
      // Without this the memory of the parser only grows.
      geometry.delete()
    }
    meshes.set(mesh.expressID, facts)
  })
  return meshes
}

// A corner is three coordinates and three of its normal; the transformation is a matrix, column by column.
const stride = 6

function measure(vertices: Float32Array, corners: Uint32Array, matrix: readonly number[]): MeshFacts {
  const [a = 1, b = 0, c = 0, , d = 0, e = 1, f = 0, , g = 0, h = 0, i = 1] = matrix
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
  let volume = 0
  let area = 0
  for (let index = 0; index + 2 < corners.length; index += 3) {
    const p = at(corners[index] ?? 0)
    const q = at(corners[index + 1] ?? 0)
    const r = at(corners[index + 2] ?? 0)
    volume += dot(p, cross(q, r)) / 6
    const side = cross(minus(q, p), minus(r, p))
    area += Math.sqrt(dot(side, side)) / 2
  }
  return { volume, area, triangles: Math.floor(corners.length / 3) }
}

const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
]
