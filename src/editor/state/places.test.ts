import { beforeEach, describe, expect, it } from 'vitest'
import { componentDefinitions, describeComponent } from '#components/definitions.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { outlineRows } from '../panels/outline-rows.ts'
import { createEditorStore, layoutOf, select, type EditorStore } from './editor-store.ts'
import { insertComponent, placeTowards, removeSelected, step } from './node-commands.ts'
import { placeWords } from './node-names.ts'
import { allPlaces, mainSlot, mayStand, nextPlace } from './places.ts'
import { problemAt, problemsFrom } from './problems.ts'
import { modelOfParam } from './sample-params.ts'

const components = Object.fromEntries(
  componentDefinitions.map((definition) => [definition.type, describeComponent(definition)]),
)
const layout = layoutSchema.parse({
  schema: 1,
  key: 'yard',
  title: 'Yard',
  root: 'page',
  nodes: {
    page: { component: 'page', props: { title: 'Yard' }, slots: { content: ['card', 'text'], tabs: [] } },
    card: { component: 'card', slots: { content: ['button'] } },
    button: { component: 'button', props: { label: 'Go' } },
    text: { component: 'text', props: { text: 'Words' } },
  },
})
const t = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name]))

let store: EditorStore
beforeEach(() => {
  store = createEditorStore({ layout, components })
})

describe('places', () => {
  it('takes into a slot only what it accepts, and nothing below itself', () => {
    const tabs = { parent: 'page', slot: 'tabs', index: 0 }
    expect(mayStand(store, { component: 'tabs' }, tabs)).toBe(true)
    expect(mayStand(store, { component: 'text' }, tabs)).toBe(false)
    expect(mayStand(store, { node: 'card' }, { parent: 'card', slot: 'content', index: 0 })).toBe(false)
  })

  it('[R-10] walks through every place that takes a part, but for where it stands', () => {
    const places = allPlaces(store, { node: 'text' }).map(
      ({ parent, slot, index }) => `${parent}/${slot}/${index}`,
    )
    expect(places).toContain('card/content/0')
    expect(places).toContain('card/content/1')
    expect(places).toContain('page/content/0')
    expect(places).not.toContain('page/content/1')
    expect(places).not.toContain('page/content/2')
    expect(places.some((place) => place.startsWith('page/tabs'))).toBe(false)
  })

  it('puts the next part into the chosen one, after one that holds nothing, or where it is pointed at', () => {
    select(store, 'card')
    expect(nextPlace(store, 'text')).toEqual({ parent: 'card', slot: 'content', index: 1 })
    select(store, 'button')
    expect(nextPlace(store, 'text')).toEqual({ parent: 'card', slot: 'content', index: 1 })
    const place = { parent: 'page', slot: 'actions', index: 0 }
    store.setState({ place })
    expect(nextPlace(store, 'button')).toEqual(place)
  })

  it('names a place for those who cannot see it', () => {
    expect(placeWords(store, layout, { parent: 'page', slot: 'content', index: 1 }, t)).toBe(
      'before Text in Page, Content',
    )
    expect(placeWords(store, layout, { parent: 'page', slot: 'tabs', index: 0 }, t)).toBe('into Page, Tabs')
  })

  it('shows an empty part its main slot, and a part that needs none nothing', () => {
    removeSelected(store, 'button')
    expect(mainSlot(store, layoutOf(store), 'card')).toBe('content')
    expect(mainSlot(store, layoutOf(store), 'text')).toBeNull()
    expect(mainSlot(store, layoutOf(store), 'page')).toBeNull()
  })
})

describe('commands', () => {
  it('[R-10] move a part up, into its neighbour and out again', () => {
    step(store, 'text', 'up')
    expect(layoutOf(store).nodes['page']?.slots?.['content']).toEqual(['text', 'card'])
    step(store, 'text', 'in')
    expect(layoutOf(store).nodes['card']?.slots?.['content']).toEqual(['button', 'text'])
    step(store, 'text', 'out')
    expect(layoutOf(store).nodes['page']?.slots?.['content']).toEqual(['card', 'text'])
    expect(placeTowards(store, 'page', 'up')).toBeUndefined()
  })

  it('add a part with what is in its sample, and choose it', () => {
    insertComponent(store, {
      component: 'card',
      props: {},
      slots: { content: [{ component: 'text', props: { text: 'Inside' } }] },
    })
    const { selected } = store.getState()
    const [inner = ''] = layoutOf(store).nodes[selected]?.slots?.['content'] ?? []
    expect(layoutOf(store).nodes[inner]?.props).toEqual({ text: 'Inside' })
  })
})

describe('the outline', () => {
  const names = (selected: string): string[] =>
    outlineRows(store, layout, { closed: new Set(), selected }).map(({ key }) => key)

  it('names slots only where a part fills several, and all of the chosen part', () => {
    expect(names('text')).toEqual(['page', 'card', 'button', 'text'])
    expect(names('page')).toEqual([
      'page',
      'page/actions',
      'page/tabs',
      'page/content',
      'card',
      'button',
      'text',
      'page/side',
    ])
  })

  it('leaves out what is folded', () => {
    const rows = outlineRows(store, layout, { closed: new Set(['card']), selected: 'text' })
    expect(rows.map(({ key }) => key)).toEqual(['page', 'card', 'text'])
  })
})

describe('problems', () => {
  it('belong to the node in their path, whose id may hold dots, with or without the name of the draft', () => {
    const nodes = { grid: {}, 'grid.inner': {} }
    const details = [
      { path: 'layout.yard.nodes.grid.inner.props.model', message: 'There is no such model.' },
      { path: 'nodes.grid.props.height', message: 'Invalid input: expected number, received undefined' },
      { path: 'sources.lines.model', message: 'There is no such model.' },
    ]
    const problems = problemsFrom(details, { key: 'yard', nodes })
    expect(problems.map(({ node }) => node)).toEqual(['grid.inner', 'grid', null])
    expect(problems[1]?.message).toBe('This is needed.')
    expect(problemAt(problems, 'nodes.grid.inner.props.model')).toBe('There is no such model.')
    expect(problemAt(problems, 'nodes.grid.props.mod')).toBeUndefined()
  })
})

describe('modelOfParam', () => {
  it('finds the model a param names a record of, in a part or a source', () => {
    const part = {
      sources: {},
      nodes: { form: { component: 'form', v: 1, props: { model: 'suppliers', id: { '=': 'params.id' } } } },
    }
    expect(modelOfParam(part, 'id')).toBe('suppliers')
    expect(modelOfParam(part, 'other')).toBeNull()
    const where = { and: [{ field: 'id', op: 'eq', value: { '=': 'params.id' } }] }
    expect(modelOfParam({ nodes: {}, sources: { one: { model: 'orders', where } } }, 'id')).toBe('orders')
  })
})
