// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ModelGeometry } from '#contracts/model-geometry.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import { drawComponent } from '../../../tests/support/draw-component.tsx'
import { colourGroups } from './colour-groups.ts'
import { costSteps, measureGroups, progressSteps } from './measure-groups.ts'
import { elementKey, numbersIn } from './element-keys.ts'
import { isSoftware } from './graphics.ts'
import { LargestFirst } from './largest-first.ts'
import { mergeMesh } from './merged-mesh.ts'
import { paintElements, type Rgb } from './paint-elements.ts'
import { pickElement, type Ray } from './pick-element.ts'
import { planeOf } from './section-planes.ts'
import { rgbOf } from './theme-colours.ts'
import { isViewpoint, lookOf, viewpointOf } from './viewpoint.ts'

standInForBrowser()
afterEach(cleanup)

// Two squares of one metre, the same shape, at z = 0 and at z = −2.
const geometry: ModelGeometry = {
  origin: [0, 0, 0],
  box: [0, 0, -2, 1, 1, 0],
  leftOut: 0,
  elements: Uint32Array.of(7, 9),
  shapes: Uint32Array.of(4, 6, 8, 0),
  scales: Float32Array.of(0, 0, 0, 1 / 65_535, 1 / 65_535, 1),
  corners: Uint16Array.of(0, 0, 0, 65_535, 0, 0, 65_535, 65_535, 0, 0, 65_535, 0),
  triangles: Uint16Array.of(0, 1, 2, 0, 2, 3),
  edges: Uint16Array.of(0, 1, 1, 2, 2, 3, 3, 0),
  instances: Uint32Array.of(1, 0, 0, 0),
  matrices: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
  colours: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255),
}
const mesh = mergeMesh(geometry)
const ray: Ray = { from: [0.25, 0.5, 5], along: [0, 0, -1] }

describe('the triangles of a model', () => {
  it('are placed, element after element', () => {
    expect([...mesh.starts]).toEqual([0, 6, 12])
    expect([...mesh.owners]).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
    expect(Array.from(mesh.tints.subarray(0, 4))).toEqual([4, 5, 6, 255])
    expect(Array.from(mesh.boxes, Math.round)).toEqual([0, 0, 0, 1, 1, 0, 0, 0, -2, 1, 1, -2])
    expect(Array.from(mesh.edges.subarray(8))).toEqual([4, 5, 5, 6, 6, 7, 7, 4])
  })

  it('are drawn roughly from the largest element on, and one without a shape takes none', () => {
    const scaled = { ...geometry, elements: Uint32Array.of(7, 8, 9), instances: Uint32Array.of(2, 0, 0, 0) }
    const three = mergeMesh({
      ...scaled,
      matrices: Float32Array.of(3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, -2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    })
    expect([...three.starts]).toEqual([0, 6, 6, 12])
    const rough = new LargestFirst(three)
    expect([rough.fill(3), rough.filled, rough.fill(6), rough.fill(99), rough.filled]).toEqual([
      6, 6, 0, 6, 12,
    ])
    expect([...rough.indices.subarray(0, 6)]).toEqual([...three.triangles.subarray(6)])
    expect([...rough.indices.subarray(6)]).toEqual([...three.triangles.subarray(0, 6)])
    rough.leaveOut((element) => element === 2)
    expect([rough.fill(99), rough.filled]).toEqual([6, 6])
    expect([...rough.indices.subarray(0, 6)]).toEqual([...three.triangles.subarray(0, 6)])
  })

  it('are picked: the nearest that shows, on the sides of all cuts that show', () => {
    const pick = (shows: (element: number) => boolean, cuts: Parameters<typeof pickElement>[3] = []) =>
      pickElement(mesh, ray, shows, cuts)
    expect(pick(() => true)).toMatchObject({ element: 0, distance: 5 })
    expect(pick((element) => element !== 0)).toMatchObject({ element: 1, distance: 7 })
    const above = { normal: [0, 0, 1] as const, at: -1 }
    expect(pick(() => true, [above])).toMatchObject({ element: 1 })
    expect(pick(() => true, [above, { normal: [0, 0, -1], at: 1.5 }])).toBeNull()
    expect(pickElement(mesh, { ...ray, from: [3, 0.5, 5] }, () => true, [])).toBeNull()
  })
})

describe('the paint of elements', () => {
  const base = {
    count: 3,
    numberAt: (place: number) => place + 1,
    hidden: new Set<number>(),
    only: null,
    ghosts: true,
    selected: new Set<number>(),
    colourOf: null,
    colours: { selected: [0, 0, 255] as Rgb, ghost: [9, 9, 9] as Rgb },
  }
  const marks = (more: Partial<typeof base> | object) =>
    Array.from(paintElements({ ...base, ...more })).filter((_, at) => at % 4 === 3)

  it('says what is hidden, hinted at, chosen and coloured', () => {
    expect(marks({})).toEqual([255, 255, 255])
    expect(marks({ hidden: new Set([2]), selected: new Set([2, 3]) })).toEqual([255, 0, 254])
    expect(marks({ only: new Set([1]) })).toEqual([255, 38, 38])
    expect(marks({ only: new Set([1]), ghosts: false })).toEqual([255, 0, 0])
    expect(marks({ colourOf: (number: number) => (number === 1 ? [1, 1, 1] : null) })).toEqual([254, 76, 76])
  })

  it('knows elements by their model and number', () => {
    const keys = new Set([elementKey('a', 1), elementKey('b', 2), elementKey('a', 3)])
    expect([...numbersIn(keys, 'a')]).toEqual([1, 3])
  })
})

describe('a kept view', () => {
  const look = { from: [1, 2, 3] as const, at: [1, 2, -7] as const, angle: 45 }
  const planes = [planeOf({ normal: [0, 1, 0], at: 2.5 }), planeOf({ normal: [-1, 0, 0], at: 4 })]
  const components = { selection: [], visibility: { default_visibility: true, exceptions: [] } }

  it('stands in the words of BCF, with the axes of the file, and is found again', () => {
    const view = viewpointOf(look, planes, [100, 0, -200], components)
    expect(view.perspective_camera.camera_view_point).toEqual({ x: 101, y: 197, z: 2 })
    expect(view.perspective_camera.camera_direction).toEqual({ x: 0, y: 1, z: 0 })
    expect(view.clipping_planes).toEqual([
      { location: { x: 100, y: 200, z: 2.5 }, direction: { x: 0, y: 0, z: 1 } },
      { location: { x: 96, y: 200, z: 0 }, direction: { x: -1, y: 0, z: 0 } },
    ])
    expect(view).not.toHaveProperty('planes_off')
    const again = lookOf(view, [100, 0, -200])
    expect(again?.look.at.map(Math.round)).toEqual([1, 2, -7])
    expect(again?.planes).toMatchObject([
      { normal: [0, 1, 0], at: 2.5, isOn: true },
      { normal: [-1, 0, 0], at: 4, isOn: true },
    ])
  })

  it('keeps planes that are off beside those that cut, and opens one that was kept with a single plane', () => {
    const [first = planeOf({ normal: [0, 1, 0], at: 0 }), second = first] = planes
    const view = viewpointOf(look, [{ ...first, isOn: false }, second], [0, 0, 0], components)
    expect([view.clipping_planes.length, view.planes_off?.length]).toEqual([1, 1])
    expect(lookOf(view, [0, 0, 0])?.planes.map(({ at, isOn }) => [at, isOn])).toEqual([
      [4, true],
      [2.5, false],
    ])
    const former = viewpointOf(look, [first], [0, 0, 0], components)
    expect(lookOf(former, [0, 0, 0])?.planes).toMatchObject([{ normal: [0, 1, 0], at: 2.5, isOn: true }])
  })

  it('is cut by six planes at most, of any length, and by none without a direction', () => {
    const { clipping_planes, ...rest } = viewpointOf(look, planes, [0, 0, 0], components)
    const [plane] = clipping_planes
    const listed = [
      { location: { x: 0, y: 0, z: 2 }, direction: { x: 0, y: 0, z: 10 } },
      { location: { x: 0, y: 0, z: 2 }, direction: { x: 0, y: 0, z: 0 } },
      ...Array.from({ length: 9 }, () => plane),
    ]
    const kept = lookOf({ ...rest, clipping_planes: listed }, [0, 0, 0])?.planes
    expect(kept).toHaveLength(6)
    expect(kept?.[0]).toMatchObject({ normal: [0, 1, 0], at: 2 })
  })

  it('is not taken from data that is none', () => {
    const camera = viewpointOf(look, [], [0, 0, 0], components)
    const noPlanes = [{ clipping_planes: [null] }, { planes_off: [{}] }].map((part) => ({
      ...camera,
      ...part,
    }))
    for (const data of [null, 1, {}, { perspective_camera: {}, clipping_planes: [] }, ...noPlanes])
      expect(isViewpoint(data)).toBe(false)
  })
})

describe('a legend', () => {
  it('has the most first, options in their order and colour, and the rest in one', () => {
    const words = { empty: '(empty)', rest: 'Others', yes: 'Yes', no: 'No' }
    const colours = {
      chart: [[1, 1, 1]] as Rgb[],
      named: { danger: [9, 0, 0] as Rgb },
      rest: [5, 5, 5] as Rgb,
    }
    const field = { key: 'kind' } as FieldDescription
    const rows = ['a', 'b', 'b', null, true].map((kind) => ({ kind }))
    const { groups, colourOf } = colourGroups(rows, field, colours, words)
    expect(groups.map(({ label, count }) => `${label} ${count}`)).toEqual([
      'b 2',
      'a 1',
      '(empty) 1',
      'Yes 1',
    ])
    expect(colourOf(null)).toEqual([5, 5, 5])
    const options = [{ value: 'a', label: 'Ah', color: 'danger' }, 'b']
    const [first] = colourGroups(rows, { ...field, options } as FieldDescription, colours, words).groups
    expect(first).toMatchObject({ label: 'Ah', colour: [9, 0, 0] })
    const many = Array.from({ length: 40 }, (_, kind) => ({ kind }))
    expect(colourGroups(many, field, colours, words).groups.at(-1)).toMatchObject({
      label: 'Others',
      count: 16,
    })
  })

  it('of costs has round steps, the most money first, and tells what nothing was counted for', () => {
    const amounts = [12, 47, 130, 480, 1234, 5678]
    expect(costSteps(amounts)).toEqual([47, 130, 480, 1200])
    expect(costSteps([5, 5, 5])).toEqual([])
    expect(costSteps([])).toEqual([])
    const { groups, valueOf, colourOf } = measureGroups(
      [...amounts, null].map((amount) => ({ amount })),
      {
        of: ({ amount }) => (typeof amount === 'number' ? amount : null),
        steps: costSteps(amounts),
        label: (from, to) => `${from ?? ''}–${to ?? ''}`,
        none: 'Without',
        standsOut: 'much',
      },
      [5, 5, 5],
    )
    expect(groups.map(({ label, count }) => `${label} ${count}`)).toEqual([
      '1200– 2',
      '480–1200 1',
      '130–480 1',
      '47–130 1',
      '–47 1',
      'Without 1',
    ])
    expect(colourOf(valueOf({ amount: null }))).toEqual([5, 5, 5])
    expect(colourOf(valueOf({ amount: 99_999 }))).not.toEqual(colourOf(valueOf({ amount: 1 })))
  })

  it('of progress goes from what is not begun to what is done, which only 100 % is', () => {
    const { groups, valueOf, colourOf } = measureGroups(
      [0, 0.01, 49.99, 50, 99.99, 100, 100, null].map((share) => ({ share })),
      {
        of: ({ share }) => (typeof share === 'number' ? share : null),
        steps: progressSteps,
        label: (from, to) => `${from ?? ''}–${to ?? ''}`,
        none: 'Nothing planned',
        standsOut: 'little',
      },
      [5, 5, 5],
    )
    expect(groups.map(({ label, count }) => `${label} ${count}`)).toEqual([
      '–0.01 1',
      '0.01–50 2',
      '50–100 2',
      '100– 2',
      'Nothing planned 1',
    ])
    expect(new Set(groups.map(({ colour }) => colour.join())).size).toBe(5)
    expect(colourOf(valueOf({ share: null }))).toEqual([5, 5, 5])
  })

  it('reads the colours of the theme', () => {
    expect(rgbOf(' #1f57a8')).toEqual([31, 87, 168])
    expect(rgbOf('rgb(1 2 3)')).toEqual([1, 2, 3])
    expect(rgbOf('red')).toBeNull()
  })
})

describe('the viewer', () => {
  it('knows a browser that draws without a graphics card', () => {
    expect(
      isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)'),
    ).toBe(true)
    expect(isSoftware('llvmpipe (LLVM 15.0.6, 256 bits)')).toBe(true)
    expect(isSoftware('ANGLE (Intel, Mesa Intel(R) UHD Graphics 620, OpenGL 4.6)')).toBe(false)
  })

  it('says so where the browser cannot draw in three dimensions', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    drawComponent('model-viewer', {
      label: 'Model',
      model: 'suppliers',
      geometry: 'name',
      elements: { model: 'materials', of: 'supplier', number: 'price', title: 'name' },
    })
    expect(await screen.findByText('This browser cannot draw in three dimensions')).toBeTruthy()
    expect(screen.getByRole('toolbar', { name: 'Picture' })).toBeTruthy()
  })
})
