import { expect, it } from 'vitest'
import { composeLayout } from './compose-layout.ts'

const parts = new Map(
  [
    {
      key: 'frame',
      sources: { one: { model: 'a' } },
      state: { open: false },
      nodes: {
        page: { component: 'page', props: { title: 'A', width: 'fill' }, slots: { content: ['grid'] } },
        grid: { component: 'data-grid', props: { model: 'a' }, on: { create: [{ do: 'close' }] } },
      },
    },
    { key: 'more', nodes: { grid: { props: { editable: true } } } },
  ].map((part) => [part.key, part]),
)

it('takes parts in: each over those before it, and what the layout says itself over all, prop by prop', () => {
  const file = {
    key: 'mine',
    takes: ['frame', 'more'],
    root: 'page',
    state: { open: true },
    nodes: {
      page: { props: { title: 'B' }, slots: { actions: ['button'] } },
      grid: { on: { create: [] } },
      button: { component: 'button' },
    },
  }
  expect(composeLayout(file, parts)).toEqual({
    key: 'mine',
    root: 'page',
    sources: { one: { model: 'a' } },
    state: { open: true },
    nodes: {
      page: {
        component: 'page',
        props: { title: 'B', width: 'fill' },
        slots: { content: ['grid'], actions: ['button'] },
      },
      grid: { component: 'data-grid', props: { model: 'a', editable: true }, on: { create: [] } },
      button: { component: 'button' },
    },
  })
  // What is taken in by several is changed by none.
  expect(composeLayout({ key: 'other', takes: ['frame'], nodes: {} }, parts)).toMatchObject({
    state: { open: false },
    nodes: { page: { props: { title: 'A' } } },
  })
})

it('leaves a layout without parts as it is, and says which part is not there', () => {
  const plain = { key: 'plain', nodes: {} }
  expect(composeLayout(plain, parts)).toBe(plain)
  expect(() => composeLayout({ key: 'lost', takes: ['gone'] }, parts)).toThrow(
    'lost takes gone, which is no part',
  )
})
