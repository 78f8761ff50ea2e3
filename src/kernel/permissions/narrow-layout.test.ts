import { expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { compileWorkspace } from '../models/workspace.ts'
import { compilePermissions } from './compile-permissions.ts'
import { narrowLayout } from './narrow-layout.ts'

const [itemId, supplierId] = [newId(), newId()]
const text = (key: string) => ({ key, label: key, type: 'text' })
const model = (key: string, id: string, fields: object[]) => ({
  kind: 'model',
  id,
  key,
  body: { label: key, schema: { version: 1, fields } },
  created_at: '',
})
const workspace = compileWorkspace(newId(), newId(), [
  model('item', itemId, [
    text('name'),
    text('price_avg'),
    text('code'),
    { key: 'supplier', label: 'Supplier', type: 'relation', target: 'supplier' },
  ]),
  model('supplier', supplierId, [text('name'), text('discount'), text('code')]),
  ...[
    { id: itemId, keys: ['price_avg', 'code', 'gone_price'] },
    { id: supplierId, keys: ['discount'] },
  ].map(({ id, keys }) => ({
    kind: 'field_permissions',
    id: newId(),
    key: id,
    body: {
      fields: Object.fromEntries(keys.map((key) => [key, { read_roles: ['owner'], write_roles: ['owner'] }])),
    },
    created_at: '',
  })),
])

const layout = layoutSchema.parse({
  schema: 1,
  key: 'item.list',
  title: { '=': 'sources.one.price_avg' },
  sources: {
    one: { model: 'item', fields: ['name', 'price_avg'], sort: [{ field: 'price_avg', dir: 'asc' }] },
    dear: { model: 'item', where: { field: 'price_avg', op: 'gt', value: '100' } },
    sums: { model: 'item', group: ['name'], aggregate: [{ fn: 'sum', field: 'price_avg', as: 'n' }] },
  },
  root: 'page',
  nodes: {
    page: {
      component: 'page',
      props: { title: { '=': 'sources.one["price_avg"]' }, width: 'fill' },
      slots: { content: ['grid', 'stat', 'ask', 'lost', 'shown', 'card', 'words'] },
    },
    grid: {
      component: 'data-grid',
      props: {
        model: 'item',
        columns: [
          { field: 'name' },
          { field: 'code' },
          { field: 'price_avg' },
          { field: 'supplier.discount' },
        ],
        group: 'gone_price',
        row_to: '/items/{price_avg}',
      },
      on: { create: [{ do: 'create', model: 'item', values: { price_avg: '1' } }] },
      overrides: { sm: { columns: [{ field: 'price_avg' }], density: 'roomy' } },
    },
    stat: { component: 'stat', props: { value: { '=': 'sources.one.price_avg' } } },
    ask: {
      component: 'data-grid',
      props: { model: 'item', where: { field: 'price_avg', op: 'gt', value: '1' } },
    },
    lost: { component: 'text', props: { text: { '=': 'size(sources.dear)' } } },
    shown: { component: 'text', when: { '=': 'sources.one.price_avg > 1' }, props: { text: 'Dear' } },
    card: { component: 'card', props: {}, slots: { content: ['inner'] } },
    inner: { component: 'stat', props: { value: { '=': 'sources.sums[0].n' } } },
    words: { component: 'text', props: { text: 'What price_avg means is in the handbook.' } },
  },
})
const isRequired = (_: string, prop: string): boolean => ['title', 'value', 'text'].includes(prop)
const seenBy = (role: string) =>
  narrowLayout(layout, workspace, compilePermissions(workspace, role), isRequired)

it('[FP-01] a screen names no field its reader may not read', () => {
  const seen = seenBy('member')
  expect(JSON.stringify({ ...seen, nodes: { ...seen.nodes, words: null } })).not.toMatch(
    /price_avg|discount|gone_price/,
  )
  expect(seen.title).toBe('item.list')
  expect(seen.sources).toEqual({ one: { model: 'item', fields: ['name'] } })
  expect(Object.keys(seen.nodes).toSorted()).toEqual(['card', 'grid', 'page', 'words'])
  expect(seen.nodes['page']).toMatchObject({ slots: { content: ['grid', 'card', 'words'] } })
  expect(seen.nodes['card']?.slots).toEqual({ content: [] })
})

it('lists lose what is hidden and keep what another model of the screen shows', () => {
  // `code` of the item is hidden, `code` of its supplier is not: the key itself is no secret here.
  expect(seenBy('member').nodes['grid']).toMatchObject({
    props: { model: 'item', columns: [{ field: 'name' }, { field: 'code' }] },
    on: {},
    overrides: { sm: { density: 'roomy' } },
  })
})

it('whoever may read everything gets the very same screen', () => {
  expect(seenBy('owner')).toBe(layout)
})

it('a hidden field that is called like what every screen has takes nothing away', () => {
  const recipe = newId()
  const named = compileWorkspace(newId(), newId(), [
    model('recipe', recipe, [text('name'), text('params'), text('state'), text('run')]),
    {
      kind: 'field_permissions',
      id: newId(),
      key: recipe,
      body: {
        fields: Object.fromEntries(
          ['params', 'state', 'run'].map((key) => [key, { read_roles: ['owner'], write_roles: ['owner'] }]),
        ),
      },
      created_at: '',
    },
  ])
  const clicked = [
    { do: 'set-state', key: 'chosen', value: { '=': 'event.chosen' } },
    { do: 'run', command: 'recipe.copy', input: { id: { '=': 'params.id' } } },
  ]
  const told = [{ do: 'set-state', key: 'was', value: { '=': 'event.row.state' } }]
  const screen = layoutSchema.parse({
    schema: 1,
    key: 'recipe.detail',
    title: 'Recipe',
    params: { id: { type: 'id', required: true } },
    sources: {
      one: { model: 'recipe', where: { field: 'id', op: 'eq', value: { '=': 'params.id' } } },
      taken: { model: 'recipe', where: { field: 'name', op: 'eq', value: { '=': 'sources.one.params' } } },
    },
    root: 'page',
    nodes: {
      page: {
        component: 'page',
        props: { title: { '=': 'sources.one.name' } },
        on: { click: clicked, opened: told },
      },
    },
  })
  const seen = narrowLayout(screen, named, compilePermissions(named, 'member'), isRequired)
  expect(Object.keys(seen.sources)).toEqual(['one'])
  expect(seen.nodes['page']?.on).toEqual({ click: clicked })
})

it('an address may be called like a hidden field, but fills in and asks for none', () => {
  const download = (url: unknown) => [{ do: 'download', url }]
  const on = {
    path: download({ '=': "'/api/items/' + params.id + '/discount?format=pdf'" }),
    filled: download('/api/{discount}/discount'),
    asked: download({ '=': "'/api/items?by=discount'" }),
  }
  const screen = layoutSchema.parse({
    ...layout,
    title: 'Items',
    sources: { one: { model: 'item', fields: ['name'] } },
    nodes: { page: { component: 'page', props: { title: 'Items' }, on } },
  })
  const { nodes } = narrowLayout(screen, workspace, compilePermissions(workspace, 'member'), () => false)
  expect(Object.keys(nodes['page']?.on ?? {})).toEqual(['path'])
})

it('what a screen remembers from the start names no hidden field either', () => {
  const state = {
    where: { field: 'price_avg', op: 'gt', value: '100' },
    tab: 'price',
    open: { field: 'name' },
  }
  const narrowed = narrowLayout(
    { ...layout, state },
    workspace,
    compilePermissions(workspace, 'member'),
    () => false,
  )
  expect(narrowed.state).toEqual({ ...state, where: null })
})
