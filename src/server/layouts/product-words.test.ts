import { expect, it } from 'vitest'
import { layoutSchema, type Layout } from '#contracts/layout.ts'
import { stockLayouts } from '../features/stock-screens.ts'
import { allScreens, generateScreens } from '../imports/generate-screens.ts'
import { productWords } from './product-words.ts'

const own = (nodes: Layout['nodes'], more: object = {}): Layout =>
  layoutSchema.parse({ schema: 1, key: 'board', title: 'Open', root: 'page', nodes, ...more })
const node = (component: string, props: object) => ({ component, v: 1, props }) as Layout['nodes'][string]

it('nothing that a workspace wrote in a screen of its own is the product’s, whatever the product calls so elsewhere', () => {
  const layout = own({
    page: node('page', { title: 'Settings' }),
    'open-card': node('card', { title: 'Open' }),
    list: {
      ...node('repeat', { label: 'Delete' }),
      on: { opened: [{ do: 'toast', tone: 'success', text: 'Saved' }] },
    },
  })
  expect(productWords(layout)).toEqual({})
})

it('what the product puts into the screens of a model is its own; the names there are the workspace’s', () => {
  const model = { key: 'open', label: 'Open', fields: [], titleField: null }
  const [list, form, detail] = generateScreens(model, { ...allScreens, singular: 'supplier' }).layouts
  expect(productWords(list!)).toEqual({
    past: ['Look at the past'],
    import: ['Import a file'],
    grid: ['Add supplier', 'Add the first supplier or import a file.'],
    add: ['Add supplier'],
  })
  expect(productWords(form!)).toEqual({})
  expect(productWords(detail!)).toMatchObject({ parts: ['Details', 'History'], edit: ['Edit'] })
  expect(JSON.stringify(productWords(detail!))).not.toContain('Open')
})

it('of a changed screen all that is as it was shipped, and nothing else', () => {
  const shipped = stockLayouts.find(({ key }) => key === 'users')!
  expect(shipped).toBeDefined()
  const all = productWords(shipped)
  expect(Object.keys(all).length).toBeGreaterThan(1)
  const [first = ''] = Object.keys(all).filter((id) => id !== '')
  const [word = ''] = all[first] ?? []
  const changed = productWords({
    ...shipped,
    title: 'Crew',
    nodes: { ...shipped.nodes, more: node('text', { text: word }) },
  })
  expect(shipped.nodes[first]?.component).not.toBe('text')
  expect(changed[first]).toContain(word)
  expect(changed['more']).toBeUndefined()
  expect(changed['']).toBeUndefined()
})

it('of a changed screen a copied part keeps its words, under whatever id', () => {
  const shipped = stockLayouts.find(({ key }) => key === 'users')!
  const [id = '', words] = Object.entries(productWords(shipped)).find(([place]) => place !== '') ?? []
  const copied = productWords({ ...shipped, nodes: { ...shipped.nodes, copy: shipped.nodes[id]! } })
  expect(copied['copy']).toEqual(words)
})
