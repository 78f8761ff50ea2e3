import { expect, it, vi } from 'vitest'
import { layoutSchema } from '#contracts/layout.ts'
import { parseExpression } from '#expressions/parse.ts'
import { speedAt } from '../drag/scroll-at-edge.ts'
import { growingTrees } from '../load/use-live-document.ts'
import type { CanvasParts } from './canvas-parts.ts'
import { lineOf, nodeAt, placeAt } from './measure.ts'
import { stageSize } from './stage-size.ts'
import { containerRules } from './width-rules.ts'

const desk = { width: 560, height: 700 }

it('[R-10] shows a breakpoint at its real width, scaled down to fit', () => {
  expect(stageSize(desk, 'sm', true)).toEqual({ width: 390, height: 700, scale: 1 })
  expect(stageSize(desk, 'lg', true)).toEqual({ width: 1280, height: 1600, scale: 0.4375 })
  expect(stageSize({ width: 1000, height: 1200 }, 'sm', true).height).toBe(844)
})

it('fills the desk without a breakpoint, but never cramped while editing', () => {
  expect(stageSize(desk, null, false)).toEqual({ ...desk, scale: 1 })
  expect(stageSize(desk, null, true).width).toBe(880)
})

it('scrolls only near an edge, faster nearer to it', () => {
  const pane = { top: 100, bottom: 500 }
  expect(speedAt(pane, 300)).toBe(0)
  expect(speedAt(pane, 101)).toBeLessThan(speedAt(pane, 130))
  expect(speedAt(pane, 499)).toBeGreaterThan(0)
})

const layout = layoutSchema.parse({
  schema: 1,
  key: 'yard',
  title: { '=': 'params.id' },
  root: 'page',
  nodes: {
    page: { component: 'page', props: { subtitle: { '=': '1 +' } }, slots: { content: ['a', 'b'] } },
    a: { component: 'text' },
    b: { component: 'stack', slots: { content: [] } },
  },
})

it('reads each new expression once, and answers the same trees while there is none', () => {
  const parse = vi.fn(parseExpression)
  const treesOf = growingTrees({})
  expect(treesOf(layout, null)).toEqual({})
  const trees = treesOf(layout, { parse })
  expect(Object.keys(trees)).toEqual(['params.id'])
  expect(treesOf({ ...layout }, { parse })).toBe(trees)
  expect(parse).toHaveBeenCalledTimes(2)
})

// Two parts below each other, 100 × 40; the second holds an empty slot.
const box = (top: number, height: number) =>
  ({ left: 0, right: 100, width: 100, top, bottom: top + height, height }) as DOMRect
const boxes: Record<string, DOMRect> = {
  page: box(0, 100),
  a: box(0, 40),
  b: box(50, 40),
  'page/content': box(0, 90),
  'b/content': box(55, 30),
}
const parts: CanvasParts = {
  joinNode: () => () => undefined,
  joinSlot: () => () => undefined,
  boxOfNode: (id) => boxes[id] ?? null,
  boxesOfNode: (id) => (boxes[id] ? [boxes[id]] : []),
  boxOfSlot: (node, slot) => boxes[`${node}/${slot}`] ?? null,
}
const field = { parts, layout, slotsOf: (id: string) => (id === 'a' ? [] : ['content']) }

it('[R-10] finds the innermost part and the place under the pointer', () => {
  expect(nodeAt(parts, layout, 50, 20)).toBe('a')
  expect(nodeAt(parts, layout, 50, 95)).toBe('page')
  expect(nodeAt(parts, layout, 500, 20)).toBeNull()
  const any = (): boolean => true
  expect(placeAt(field, 50, 5, any)).toEqual({ parent: 'page', slot: 'content', index: 0 })
  expect(placeAt(field, 50, 35, any)).toEqual({ parent: 'page', slot: 'content', index: 1 })
  expect(placeAt(field, 50, 70, any)).toEqual({ parent: 'b', slot: 'content', index: 0 })
  expect(placeAt(field, 50, 88, ({ parent }) => parent === 'page')).toEqual({
    parent: 'page',
    slot: 'content',
    index: 2,
  })
})

it('draws a line between parts, and the whole of an empty slot', () => {
  expect(lineOf(parts, layout, { parent: 'page', slot: 'content', index: 1 })).toMatchObject({
    top: 45,
    height: 2,
  })
  expect(lineOf(parts, layout, { parent: 'b', slot: 'content', index: 0 })).toMatchObject({
    top: 55,
    height: 30,
  })
})

it('[R-10] turns what holds by the width of the window into what holds by the width of the canvas', () => {
  const sheet = {
    cssRules: [
      { conditionText: '(max-width: 640px)', cssRules: [{ cssText: ':root { --gutter: 16px; }' }] },
      { conditionText: '(width <= 900px)', cssRules: [{ cssText: '.columns_x { display: block; }' }] },
      { conditionText: '(hover: hover)', cssRules: [{ cssText: '.a:hover { color: red; }' }] },
      { cssText: '.b { color: red; }' },
    ],
  }
  expect(containerRules([sheet])).toBe(
    '@container canvas-screen (max-width: 640px) { [data-canvas-screen] { --gutter: 16px; } }\n' +
      '@container canvas-screen (width <= 900px) { .columns_x { display: block; } }',
  )
})
