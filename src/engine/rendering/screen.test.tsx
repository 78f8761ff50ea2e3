// @vitest-environment jsdom
import { act, cleanup, render, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { useEffect } from 'react'
import type { ComponentDescription } from '#contracts/component.ts'
import type { Query } from '#contracts/query.ts'
import {
  documentOf,
  EngineAround,
  fakeApi,
  fakeServer,
  rowsByModel,
} from '../../../tests/support/fake-engine.tsx'
import { useQuery } from '../data/use-query.ts'
import type { ComponentViewProps, ComponentViews } from '../registry/component-registry.ts'
import { lazyView } from '../registry/lazy-view.tsx'
import { LayoutView } from './layout-view.tsx'
import { Screen } from './screen.tsx'

beforeAll(() => {
  window.matchMedia = ((query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia
})
afterEach(cleanup)

const draws = new Map<string, number>()
const drawn = (id: string): void => void draws.set(id, (draws.get(id) ?? 0) + 1)

function Box({ id, slots, slot, props }: ComponentViewProps<{ items?: unknown[] }>) {
  drawn(id)
  return (
    <div data-testid={id}>
      {slots['content']}
      {props.items?.map((item, index) => (
        <div key={index}>{slot('item', { item, index })}</div>
      ))}
    </div>
  )
}
function Label({ id, props }: ComponentViewProps<{ text?: string; tone?: string }>) {
  drawn(id)
  return (
    <p data-testid={id} data-tone={props.tone}>
      {props.text}
    </p>
  )
}
function Push({ props, emit, has }: ComponentViewProps<{ label: string; payload?: unknown }>) {
  return (
    <button type="button" disabled={!has('click')} onClick={() => void emit('click', props.payload ?? null)}>
      {props.label}
    </button>
  )
}
function Broken(): never {
  throw new Error('broken on purpose')
}
function Exposing({ expose }: ComponentViewProps<object>) {
  useEffect(() => expose('where', { field: 'name' }))
  return null
}
function Asking({ id, props }: ComponentViewProps<{ model: string }>) {
  const { data } = useQuery({ model: props.model })
  return <p data-testid={id}>{data ? `${data.rows.length} rows` : 'waiting'}</p>
}

const views: ComponentViews = {
  box: Box,
  label: Label,
  push: Push,
  broken: Broken,
  exposing: Exposing,
  asking: Asking,
}
const label: ComponentDescription = {
  type: 'label',
  title: 'Label',
  description: '',
  group: 'text',
  icon: 'text',
  version: 1,
  props: {
    type: 'object',
    properties: {
      text: { type: 'string', text: true },
      tone: { type: 'string', enum: ['calm', 'loud'], default: 'calm' },
    },
  },
  slots: {},
  events: {},
  exposes: {},
}

function show(document: ReturnType<typeof documentOf>, answer = rowsByModel({}), params = {}) {
  draws.clear()
  const server = fakeServer(answer)
  render(
    <EngineAround api={fakeApi(server.fetch)} views={views}>
      <Screen document={document} params={params} />
    </EngineAround>,
  )
  return server
}

describe('a screen', () => {
  it('draws nodes with bindings, defaults and conditions', () => {
    show(
      documentOf(
        {
          root: { component: 'box', slots: { content: ['a', 'b', 'c'] } },
          a: { component: 'label', props: { text: { '=': '"Record " + params.id' } } },
          b: { component: 'label', props: { text: 'hidden' }, when: { '=': 'params.id == "8"' } },
          c: { component: 'label', props: { text: { '=': 'user.name + " at " + tenant.name' } } },
        },
        {},
        { label },
      ),
      undefined,
      { id: '7' },
    )
    expect(page.getByTestId('a').textContent).toBe('Record 7')
    expect(page.getByTestId('a').dataset['tone']).toBe('calm')
    expect(page.queryByTestId('b')).toBeNull()
    expect(page.getByTestId('c').textContent).toBe('Anna at Nord Bau')
  })

  it('is called what its page works out, a record’s name, else what the layout is called; and says the name of the record above', () => {
    const titles: string[][] = []
    const called = (title: string | { '=': string }, label: string | { '=': string }) =>
      render(
        <EngineAround api={fakeApi(fakeServer(rowsByModel({})).fetch)} views={views}>
          <Screen
            document={documentOf({
              root: { component: 'box', slots: { content: ['head'] } },
              head: { component: 'page', props: { title, back: { label, to: '/' } } },
            })}
            params={{ id: '7' }}
            onTitle={(...told) => void titles.push(told)}
          />
        </EngineAround>,
      )
    called({ '=': '"Record " + params.id' }, { '=': '"Above " + params.id' })
    called('Not set up yet', 'Records')
    expect(titles).toEqual([
      ['Record 7', 'Above 7'],
      ['Test', ''],
    ])
  })

  it('[R-15] an unknown component, a broken binding, a missing node and a crash each show in place and break nothing else', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    show(
      documentOf({
        root: { component: 'box', slots: { content: ['odd', 'bad', 'gone', 'crash', 'good', 'good'] } },
        odd: { component: 'flux-capacitor' },
        bad: { component: 'label', props: { text: { '=': '1 + params.text.name' } } },
        crash: { component: 'broken' },
        good: { component: 'label', props: { text: 'fine' } },
      }),
      undefined,
      { text: 'no record' },
    )
    const notices = page.getAllByRole('alert').map((notice) => notice.textContent)
    expect(notices).toHaveLength(4)
    expect(notices[0]).toContain('flux-capacitor · odd')
    expect(notices[1]).toContain('has no field “name”')
    expect(notices[1]).toContain('label · bad')
    expect(notices[2]).toContain('gone')
    expect(notices[3]).toContain('broken · crash')
    expect(page.getAllByTestId('good')[0]?.textContent).toBe('fine')
    vi.restoreAllMocks()
  })

  it('a node that would contain itself is told of once and never drawn without end', () => {
    show(
      documentOf({
        root: { component: 'box', slots: { content: ['inner'] } },
        inner: { component: 'box', slots: { content: ['root'] } },
      }),
    )
    expect(page.getByRole('alert').textContent).toContain('stands at two places')
  })

  it('asks all sources and the components’ own questions in one call, dependent sources in the next', async () => {
    const answer = rowsByModel({
      offer: [{ id: 'o1', customer: 'c1' }],
      line: [
        { id: 'l1', total: '10.50' },
        { id: 'l2', total: '1.50' },
      ],
      customer: [{ id: 'c1', name: 'Nord' }],
      note: [{ id: 'n1' }],
    })
    const server = show(
      documentOf(
        {
          root: { component: 'box', slots: { content: ['sum', 'name', 'own'] } },
          sum: {
            component: 'label',
            props: { text: { '=': '"Total " + sum(sources.lines.map(l, l.total))' } },
          },
          name: { component: 'label', props: { text: { '=': 'sources.customer.name' } } },
          own: { component: 'asking', props: { model: 'note' } },
        },
        {
          params: { id: { type: 'id' } },
          sources: {
            customer: {
              model: 'customer',
              single: true,
              where: { field: 'id', op: 'eq', value: { '=': 'sources.offer.customer' } },
            },
            offer: {
              model: 'offer',
              single: true,
              where: { field: 'id', op: 'eq', value: { '=': 'params.id' } },
            },
            lines: { model: 'line', where: { field: 'offer', op: 'eq', value: { '=': 'params.id' } } },
            never: { model: 'note', when: { '=': 'params.id == "x"' } },
          },
        },
      ),
      answer,
      { id: 'o1' },
    )
    await waitFor(() => expect(page.getByTestId('name').textContent).toBe('Nord'))
    expect(page.getByTestId('sum').textContent).toBe('Total 12')
    expect(page.getByTestId('own').textContent).toBe('1 rows')
    const asked = server.sent.map(({ body }) =>
      (body as { queries: Query[] }).queries.map(({ model }) => model).sort(),
    )
    expect(asked).toEqual([['line', 'note', 'offer'], ['customer']])
  })

  it('a failed source shows at the node that reads it, with Retry', async () => {
    let healthy = false
    show(
      documentOf(
        {
          root: { component: 'box', slots: { content: ['a', 'b'] } },
          a: { component: 'label', props: { text: { '=': 'sources.x.name' } } },
          b: { component: 'label', props: { text: 'fine' } },
        },
        { sources: { x: { model: 'x', single: true } } },
      ),
      (name, body) => rowsByModel(healthy ? { x: [{ id: '1', name: 'back' }] } : {})(name, body),
    )
    await page.findByText('This could not be read')
    expect(page.getByTestId('b').textContent).toBe('fine')
    healthy = true
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(page.getByTestId('a').textContent).toBe('back'))
  })

  it.each(['not_found', 'unknown_field'])(
    'an optional source that is not there (%s) is nothing',
    async (code) => {
      show(
        documentOf(
          {
            root: { component: 'box', slots: { content: ['a'] } },
            a: { component: 'label', props: { text: { '=': "sources.x == null ? 'none' : 'some'" } } },
          },
          { sources: { x: { model: 'x', fields: ['name'], optional: true } } },
        ),
        () => ({ body: { results: [{ error: { code, message: 'Not there.' } }] } }),
      )
      await waitFor(() => expect(page.getByTestId('a').textContent).toBe('none'))
      expect(page.queryByText('This could not be read')).toBeNull()
    },
  )

  it('events run actions in order; only nodes that read what changed draw again', async () => {
    show(
      documentOf(
        {
          root: { component: 'box', slots: { content: ['count', 'still', 'go'] } },
          count: { component: 'label', props: { text: { '=': '"n = " + state.n' } } },
          still: { component: 'label', props: { text: { '=': 'state.other' } } },
          go: {
            component: 'push',
            props: { label: 'More', payload: 2 },
            on: {
              click: [
                { do: 'set-state', key: 'n', value: { '=': 'state.n + event' } },
                { do: 'set-state', key: 'n', value: { '=': 'state.n * 10' } },
                { do: 'set-state', key: 'n', value: 0, when: { '=': 'state.n > 100' } },
              ],
            },
          },
        },
        { state: { n: 1, other: 'same' } },
      ),
    )
    await userEvent.click(page.getByRole('button', { name: 'More' }))
    expect(page.getByTestId('count').textContent).toBe('n = 30')
    expect(draws.get('still')).toBe(1)
    expect(draws.get('root')).toBe(1)
  })

  it('a node that reads one field of a record rests while others of it change', async () => {
    show(
      documentOf(
        {
          root: { component: 'box', slots: { content: ['name', 'total', 'letters', 'go'] } },
          name: { component: 'label', props: { text: { '=': 'state.record.name' } } },
          total: { component: 'label', props: { text: { '=': '"" + state.record.total' } } },
          letters: { component: 'label', props: { text: { '=': '"" + count(state.record.list)' } } },
          go: {
            component: 'push',
            props: { label: 'Work it out' },
            on: {
              click: [
                { do: 'set-state', key: 'record', value: { name: 'Roof', total: 2, list: ['a', 'b'] } },
              ],
            },
          },
        },
        { state: { record: { name: 'Roof', total: 1, list: ['a'] } } },
      ),
    )
    await userEvent.click(page.getByRole('button', { name: 'Work it out' }))
    expect(['total', 'letters'].map((id) => page.getByTestId(id).textContent)).toEqual(['2', '2'])
    expect(draws.get('name')).toBe(1)
  })

  it('repeats a node over a list and a slot over what its component gives it', () => {
    show(
      documentOf(
        {
          root: {
            component: 'box',
            props: { items: ['x', 'y'] },
            slots: { content: ['each'], item: ['turn'] },
          },
          each: {
            component: 'label',
            each: { '=': 'state.list' },
            props: { text: { '=': 'item.id + index' } },
          },
          turn: { component: 'label', props: { text: { '=': 'item + " " + (index + 1)' } } },
        },
        { state: { list: [{ id: 'a' }, { id: 'b' }] } },
      ),
    )
    expect(page.getAllByTestId('each').map((node) => node.textContent)).toEqual(['a0', 'b1'])
    expect(page.getAllByTestId('turn').map((node) => node.textContent)).toEqual(['x 1', 'y 2'])
  })

  it('a value exposed in an effect comes to rest and others may read it', async () => {
    show(
      documentOf({
        root: { component: 'box', slots: { content: ['filter', 'reader'] } },
        filter: { component: 'exposing' },
        reader: { component: 'label', props: { text: { '=': 'nodes.filter.where.field' } } },
      }),
    )
    await waitFor(() => expect(page.getByTestId('reader').textContent).toBe('name'))
  })

  it('a view in a chunk of its own draws once it is there', async () => {
    const server = fakeServer(rowsByModel({}))
    const late = lazyView(async () => Label)
    render(
      <EngineAround api={fakeApi(server.fetch)} views={{ late }}>
        <Screen document={documentOf({ root: { component: 'late', props: { text: 'here' } } })} />
      </EngineAround>,
    )
    expect(await page.findByText('here')).toBeTruthy()
  })

  it('shows a missing layout and one that could not be read', async () => {
    const server = fakeServer((name) =>
      name.includes('gone')
        ? { status: 404, body: { error: { code: 'not_found', message: 'not_found', requestId: 'r' } } }
        : {
            status: 422,
            body: { error: { code: 'invalid', message: 'The layout is not valid.', requestId: 'r-9' } },
          },
    )
    render(
      <EngineAround api={fakeApi(server.fetch)} views={views}>
        <LayoutView layoutKey="gone" />
        <LayoutView layoutKey="odd" />
      </EngineAround>,
    )
    expect(await page.findByText(/The layout “gone” was removed/)).toBeTruthy()
    expect(await page.findByText('The layout is not valid.')).toBeTruthy()
    expect(await page.findByText('r-9')).toBeTruthy()
  })

  it('in the editor nothing acts and hidden nodes show', async () => {
    const server = fakeServer(rowsByModel({}))
    const frames: string[] = []
    const Node = ({ id, children }: { id: string; children: React.ReactNode }) => (
      <div data-frame={id}>{children}</div>
    )
    const Slot = ({ node, slot, children }: { node: string; slot: string; children: React.ReactNode }) => {
      frames.push(`${node}/${slot}`)
      return <div>{children}</div>
    }
    const editing = { Node, Slot }
    render(
      <EngineAround api={fakeApi(server.fetch)} views={views}>
        <Screen
          editing={editing}
          document={documentOf(
            {
              root: { component: 'box', slots: { content: ['hidden', 'go'] } },
              hidden: { component: 'label', props: { text: 'secret' }, when: { '=': 'false' } },
              go: {
                component: 'push',
                props: { label: 'Go' },
                on: { click: [{ do: 'set-state', key: 'n', value: 1 }] },
              },
            },
            { state: { n: 0 } },
          )}
        />
      </EngineAround>,
    )
    expect(page.getByTestId('hidden').closest('[data-frame="hidden"]')).toBeTruthy()
    expect(frames).toContain('root/content')
    await userEvent.click(page.getByRole('button', { name: 'Go' }))
  })

  it('of 1,000 nodes only the one that reads what changed draws again', async () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `n${at}`)
    const nodes = Object.fromEntries(
      ids.map((id, at) => [
        id,
        { component: 'label', props: { text: at === 500 ? { '=': '"v" + state.v' } : `text ${at}` } },
      ]),
    )
    const go = {
      component: 'push',
      props: { label: 'Go' },
      on: { click: [{ do: 'set-state' as const, key: 'v', value: 2 }] },
    }
    show(
      documentOf(
        { root: { component: 'box', slots: { content: [...ids, 'go'] } }, go, ...nodes },
        { state: { v: 1 } },
        { label },
      ),
    )
    const before = new Map(draws)
    const button = page.getByText('Go')
    await act(async () => button.click())
    expect(page.getByTestId('n500').textContent).toBe('v2')
    const again = [...draws.keys()].filter((id) => draws.get(id) !== before.get(id))
    expect(again).toEqual(['n500'])
  })
})
