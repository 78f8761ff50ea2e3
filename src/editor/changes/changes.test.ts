import { describe, expect, it } from 'vitest'
import { describeComponent, componentDefinitions } from '#components/definitions.ts'
import { layoutSchema, type Layout } from '#contracts/layout.ts'
import { fitSample } from './fit-sample.ts'
import { applyChange, invertChange } from './patch.ts'
import { wordSample } from './word-sample.ts'
import { mayRename, renameNode } from './rename-node.ts'

const components = Object.fromEntries(
  componentDefinitions.map((definition) => [definition.type, describeComponent(definition)]),
)

const layout: Layout = layoutSchema.parse({
  schema: 1,
  key: 'yard',
  title: { '=': 'nodes.search.value' },
  root: 'page',
  sources: { hits: { model: 'suppliers', search: { '=': "nodes['search'].value" } } },
  nodes: {
    page: { component: 'page', props: { title: 'Yard' }, slots: { content: ['search', 'searches', 'grid'] } },
    search: { component: 'search-box' },
    searches: { component: 'text', props: { text: 'nodes.search is only a word here' } },
    grid: {
      component: 'data-grid',
      props: { model: 'suppliers', search: { '=': 'nodes.search.value + nodes.searches.x' } },
    },
  },
})

describe('renameNode', () => {
  it('[R-10] gives the new id to the slot and to every expression that reads the node', () => {
    const renamed = applyChange(layout, renameNode(layout, 'search', 'box-2'))
    expect(renamed.nodes['page']?.slots).toEqual({ content: ['box-2', 'searches', 'grid'] })
    expect(renamed.nodes['grid']?.props['search']).toEqual({
      '=': "nodes['box-2'].value + nodes.searches.x",
    })
    expect(renamed.title).toEqual({ '=': "nodes['box-2'].value" })
    expect(renamed.sources['hits']?.search).toEqual({ '=': "nodes['box-2'].value" })
    expect(renamed.nodes['searches']).toEqual(layout.nodes['searches'])
    expect(renamed.nodes['search']).toBeUndefined()
  })

  it('renames the root, and can be taken back', () => {
    const change = renameNode(layout, 'page', 'top')
    const renamed = applyChange(layout, change)
    expect(renamed.root).toBe('top')
    expect(applyChange(renamed, invertChange(change))).toEqual(layout)
  })

  it('refuses a name that is taken, or that is none', () => {
    expect(mayRename(layout, 'grid')).toBe(false)
    expect(mayRename(layout, '2 words')).toBe(false)
    expect(renameNode(layout, 'search', 'grid')).toEqual([])
  })
})

describe('fitSample', () => {
  const models = [
    { key: 'orders', label: 'Orders', fields: [{ key: 'number', type: 'text' as const }] },
    {
      key: 'suppliers',
      label: 'Suppliers',
      fields: [
        { key: 'name', type: 'text' as const },
        { key: 'status', type: 'select' as const },
      ],
    },
  ]
  const chart = {
    component: 'chart',
    props: {
      kind: 'bar',
      label: 'Materials by category',
      model: 'materials',
      group: 'category',
      height: 200,
    },
  }

  it('takes the model most used on the screen, one of its fields, and its name', () => {
    expect(fitSample(chart, components, models, layout).props).toEqual({
      kind: 'bar',
      label: 'Suppliers',
      model: 'suppliers',
      group: 'status',
      height: 200,
    })
  })

  it('takes the first model on a screen that uses none, and leaves a model that is there alone', () => {
    expect(fitSample(chart, components, models, { nodes: {} }).props['model']).toBe('orders')
    const known = { component: 'data-grid', props: { model: 'orders', columns: [{ field: 'number' }] } }
    expect(fitSample(known, components, models, layout)).toEqual(known)
  })

  it('leaves the model open in a workspace without models', () => {
    expect(fitSample(chart, components, [], layout).props['model']).toBe('')
  })
})

it('a sample speaks the language of who puts it down, and keeps what nobody reads', () => {
  const card = {
    component: 'card',
    props: { title: 'Delivery' },
    slots: {
      content: [
        { component: 'button', props: { label: 'Export', icon: 'download' } },
        { component: 'heading', props: { text: { '=': 'item.name' } } },
      ],
    },
  }
  expect(wordSample(card, components, (text) => text.toUpperCase())).toEqual({
    component: 'card',
    props: { title: 'DELIVERY' },
    slots: {
      content: [
        { component: 'button', props: { label: 'EXPORT', icon: 'download' } },
        { component: 'heading', props: { text: { '=': 'item.name' } } },
      ],
    },
  })
})
