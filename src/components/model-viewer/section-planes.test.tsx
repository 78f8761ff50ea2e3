// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'
import {
  acting,
  boxAround,
  cutAcross,
  flipped,
  isBoxCutAway,
  isCutAway,
  isOblique,
  planeOf,
  seenFrom,
  spanOf,
  type SectionPlane,
} from './section-planes.ts'
import { ViewerSection } from './viewer-section.tsx'

standInForBrowser()
afterEach(cleanup)

const bounds = { least: [-2, 0, 4], most: [8, 6, 10] } as const

describe('section planes', () => {
  it('cut across the middle, the other side once turned over', () => {
    const cut = cutAcross(bounds)
    expect(cut).toEqual({ normal: [0, 1, 0], at: 3 })
    expect([isCutAway([0, 4, 5], [cut]), isCutAway([0, 2, 5], [cut])]).toEqual([true, false])
    expect(flipped(cut)).toEqual({ normal: [0, -1, 0], at: -3 })
    expect([isCutAway([0, 4, 5], [flipped(cut)]), isCutAway([0, 2, 5], [flipped(cut)])]).toEqual([
      false,
      true,
    ])
    expect(flipped(flipped(cut))).toEqual(cut)
  })

  it('make a box: what is inside shows, what lies outside on any side does not', () => {
    const box = boxAround(bounds)
    expect(box).toHaveLength(6)
    for (const corner of [bounds.least, bounds.most]) expect(isCutAway(corner, box)).toBe(false)
    for (const [axis, place] of [0, 1, 2].flatMap((one) => [[one, -9] as const, [one, 19] as const])) {
      const outside = [3, 3, 7].map((middle, at) => (at === axis ? place : middle))
      const [x = 0, y = 0, z = 0] = outside
      expect(isCutAway([x, y, z], box)).toBe(true)
    }
  })

  it('tell elements that lie beyond one of them altogether', () => {
    const boxes = Float32Array.of(0, 0, 0, 1, 1, 1, 0, 2, 0, 1, 4, 1)
    const cut = { normal: [0, 1, 0] as const, at: 1.5 }
    expect([isBoxCutAway(boxes, 0, [cut]), isBoxCutAway(boxes, 6, [cut])]).toEqual([false, true])
    expect([isBoxCutAway(boxes, 0, [flipped(cut)]), isBoxCutAway(boxes, 6, [flipped(cut)])]).toEqual([
      true,
      false,
    ])
    expect(isBoxCutAway(boxes, 6, [{ ...cut, at: 3 }])).toBe(false)
    expect(isBoxCutAway(boxes, 6, [seenFrom({ ...cut, at: 3 }, [0, 2, 0])])).toBe(true)
    // One without triangles has no box.
    expect(isBoxCutAway(Float32Array.of(1, 1, 1, -1, -1, -1).fill(Infinity), 0, [])).toBe(false)
  })

  it('that stand askew are moved along their own direction', () => {
    const half = Math.SQRT1_2
    const cut = { normal: [half, half, 0] as const, at: 1 }
    expect([isOblique(cut), isOblique(cutAcross(bounds, 2))]).toEqual([true, false])
    const { least, most } = spanOf(bounds, cut)
    expect([least, most].map((at) => at.toFixed(3))).toEqual([(-2 * half).toFixed(3), (14 * half).toFixed(3)])
    expect(spanOf(bounds, flipped(cut))).toEqual(spanOf(bounds, cut))
    expect(spanOf(bounds, cutAcross(bounds, 2))).toEqual({ least: 4, most: 10 })
  })
})

describe('the panel of section planes', () => {
  function drawn(begin: SectionPlane[], around: () => typeof bounds | null = () => null) {
    const seen: { planes: readonly SectionPlane[] } = { planes: begin }
    function Panel() {
      const [planes, setPlanes] = useState<readonly SectionPlane[]>(begin)
      seen.planes = planes
      return <ViewerSection planes={planes} bounds={bounds} around={around} onChange={setPlanes} />
    }
    render(<Panel />)
    return seen
  }
  const line = (number: number) => within(screen.getByRole('group', { name: `Plane ${number}` }))

  it('adds up to six, along what is not cut yet, and removes them again', () => {
    const seen = drawn([planeOf(cutAcross(bounds))])
    const add = screen.getByRole('button', { name: 'Add plane' })
    for (let time = 0; time < 7; time += 1) fireEvent.click(add)
    expect(seen.planes.map(({ normal }) => normal.indexOf(1))).toEqual([1, 0, 2, 1, 1, 1])
    expect(add).toHaveProperty('disabled', true)
    fireEvent.click(line(2).getByRole('button', { name: 'Remove this plane' }))
    expect(seen.planes.map(({ normal }) => normal.indexOf(1))).toEqual([1, 2, 1, 1, 1])
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Section planes' }))
    fireEvent.click(screen.getByRole('button', { name: 'No section' }))
    expect(seen.planes).toEqual([])
  })

  it('moves, turns over and switches off one of them, and leaves the others', () => {
    const seen = drawn([planeOf(cutAcross(bounds)), planeOf(cutAcross(bounds, 0))])
    const [, before] = seen.planes
    fireEvent.change(line(1).getByRole('slider'), { target: { value: '2' } })
    fireEvent.click(line(1).getByRole('button', { name: 'Show the other side' }))
    expect(seen.planes[0]?.at).toBeCloseTo(-2, 1)
    fireEvent.click(line(1).getByRole('checkbox'))
    expect(acting(seen.planes)).toEqual([before])
    fireEvent.change(line(2).getByRole('combobox'), { target: { value: '2' } })
    expect(seen.planes[1]).toMatchObject({ normal: [0, 0, 1], at: 7, isOn: true })
  })

  it('draws a box around what is chosen, else around everything', () => {
    const chosen = { least: [0, 0, 5], most: [1, 1, 6] } as const
    const seen = drawn([planeOf(cutAcross(bounds))], () => chosen as unknown as typeof bounds)
    fireEvent.click(screen.getByRole('button', { name: 'Section box' }))
    expect(seen.planes).toHaveLength(6)
    expect([isCutAway([0.5, 0.5, 5.5], seen.planes), isCutAway([2, 0.5, 5.5], seen.planes)]).toEqual([
      false,
      true,
    ])
  })
})
