import { describe, expect, it } from 'vitest'
import { openGeometry, packGeometry } from '#contracts/model-geometry.ts'
import { must } from '#base/assert.ts'
import { GeometryBuilder } from './geometry-builder.ts'
import { weldShape } from './weld-shape.ts'

// A box as the parser hands it over: four corners a side, each with a direction.
function box([x, y, z]: readonly [number, number, number]): { vertices: Float32Array; indices: Uint32Array } {
  const vertices: number[] = []
  const indices: number[] = []
  for (const axis of [0, 1, 2])
    for (const far of [0, 1]) {
      const first = vertices.length / 6
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const corner = [0, 0, 0]
        corner[axis] = far
        corner[(axis + 1) % 3] = u
        corner[(axis + 2) % 3] = v
        vertices.push((corner[0] ?? 0) * x, (corner[1] ?? 0) * y, (corner[2] ?? 0) * z, 0, 0, 1)
      }
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) }
}
const at = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]
const grey = [0.5, 0.5, 0.5, 1]

describe('a welded shape', () => {
  it('has each corner once, and lines where its sides meet', () => {
    const { vertices, indices } = box([4, 2.5, 0.24])
    const [shape, ...more] = weldShape(vertices, indices)
    expect(more).toEqual([])
    expect([shape?.corners.length, shape?.triangles.length, shape?.edges.length]).toEqual([
      8 * 3,
      12 * 3,
      12 * 2,
    ])
  })

  it('becomes several where it has more corners than 16 bits number', () => {
    const count = 70_000
    const vertices = new Float32Array(count * 3 * 6)
    for (let corner = 0; corner < count * 3; corner += 1) {
      vertices[corner * 6] = corner % 1000
      vertices[corner * 6 + 1] = Math.floor(corner / 1000)
      vertices[corner * 6 + 2] = (corner % 3) * 7
    }
    const shapes = weldShape(
      vertices,
      Uint32Array.from({ length: count * 3 }, (_, index) => index),
    )
    expect(shapes.length).toBeGreaterThan(1)
    expect(shapes.reduce((sum, { triangles }) => sum + triangles.length / 3, 0)).toBe(count)
  })
})

describe('the geometry of a model', () => {
  it('keeps a shape once however often it is placed, far from zero as well', () => {
    const builder = new GeometryBuilder(1000)
    for (const [expressId, x] of [
      [20, 450_000],
      [10, 450_010],
    ] as const)
      builder.add(expressId, { ...box([4, 2.5, 0.24]), matrix: at(x, 5_400_000, 0), colour: grey })
    builder.add(10, { ...box([1, 1, 1]), matrix: at(450_010, 5_400_000, 3), colour: grey })
    const geometry = must(builder.done())
    expect([...geometry.elements]).toEqual([10, 20])
    expect(geometry.shapes.length / 4).toBe(2)
    expect([...geometry.instances]).toEqual([1, 0, 0, 0, 0, 1])
    expect(geometry.origin).toEqual([450_007, 5_400_001, 2])
    expect(geometry.box.map((value) => Number(value.toFixed(3)))).toEqual([-7, -1, -2, 7, 1.5, 2])
    expect(openGeometry(packGeometry(geometry).buffer)).toEqual(geometry)
  })

  it('leaves out and counts what is beyond its limit, and is nothing where nothing has triangles', () => {
    const builder = new GeometryBuilder(20)
    for (const size of [1, 2, 3])
      builder.add(size, { ...box([size, 1, 1]), matrix: at(0, 0, 0), colour: grey })
    expect(builder.done()).toMatchObject({ leftOut: 2, elements: Uint32Array.of(1) })
    expect(new GeometryBuilder(20).done()).toBeNull()
  })

  it('is refused when it is another file', () => {
    expect(() => openGeometry(new ArrayBuffer(4))).toThrow('no geometry')
    expect(() => openGeometry(new TextEncoder().encode('ISO-10303-21;').buffer)).toThrow('no geometry')
  })
})
