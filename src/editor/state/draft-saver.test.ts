import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Draft } from '#contracts/api/drafts.ts'
import { layoutSchema, type Layout } from '#contracts/layout.ts'
import { ApiError } from '#engine/data/api-error.ts'
import { setProp } from '../changes/set-prop.ts'
import { makeDraftSaver, pauseBeforeSaving, type SendDraft } from './draft-saver.ts'
import { createEditorStore, edit, layoutOf, type EditorStore } from './editor-store.ts'

const layout = layoutSchema.parse({
  schema: 1,
  key: 'yard.list',
  title: 'Yard',
  root: 'page',
  nodes: { page: { component: 'page', props: { title: 'Yard' } } },
})

const draft = (number: number, problems: Draft['problems'] = []): Draft => ({
  kind: 'layout',
  key: 'yard.list',
  body: {},
  base_version_id: null,
  outdated: false,
  origin: 'own',
  problems,
  updated_at: `time ${number}`,
  updated_by: 'me',
})

let store: EditorStore
let sent: { title: unknown; seen: string | null | undefined }[]

const saver = (answer: (call: number) => Promise<Draft> | Draft) => {
  const send: SendDraft = async (given, seen) => {
    sent.push({ title: given.nodes['page']?.props['title'], seen })
    return answer(sent.length)
  }
  return makeDraftSaver(store, send)
}
const type = (title: string): void =>
  edit(store, setProp(layoutOf(store), 'page', 'title', title), 'Set title')
const phase = (): string => store.getState().draft.phase

beforeEach(() => {
  vi.useFakeTimers()
  store = createEditorStore({ layout, components: {} })
  sent = []
})
afterEach(() => vi.useRealTimers())

it('[R-10] saves once, a second after the last change', async () => {
  saver((call) => draft(call)).start()
  type('Y')
  await vi.advanceTimersByTimeAsync(pauseBeforeSaving - 1)
  type('Ya')
  expect(phase()).toBe('changed')
  await vi.advanceTimersByTimeAsync(pauseBeforeSaving)
  expect(sent).toEqual([{ title: 'Ya', seen: null }])
  expect(store.getState()).toMatchObject({ draft: { phase: 'same', seen: 'time 1' }, saved: layoutOf(store) })
})

it('saves what is typed while a save is on its way with the next one, on top of it', async () => {
  let finish: (answer: Draft) => void = () => undefined
  const drafts = saver((call) => (call === 1 ? new Promise((resolve) => (finish = resolve)) : draft(call)))
  drafts.start()
  type('one')
  await vi.advanceTimersByTimeAsync(pauseBeforeSaving)
  type('two')
  const all = drafts.saveNow()
  finish(draft(1))
  expect(await all).toBe(true)
  expect(sent).toEqual([
    { title: 'one', seen: null },
    { title: 'two', seen: 'time 1' },
  ])
  expect(phase()).toBe('same')
})

it('shows what the server finds wrong at the node it is at', async () => {
  const drafts = saver((call) =>
    draft(call, [{ path: 'nodes.page.props.title', code: 'invalid_type', message: 'Too long.' }]),
  )
  type('x')
  await drafts.saveNow()
  expect(store.getState().problems).toEqual([
    { path: 'nodes.page.props.title', message: 'Too long.', node: 'page' },
  ])
})

it('waits for a decision when somebody else saved, and saves over it when told', async () => {
  const drafts = saver((call) => {
    if (call === 1) throw new ApiError(412, 'edit_conflict', 'Somebody else saved this.')
    return draft(call)
  })
  drafts.start()
  type('mine')
  expect(await drafts.saveNow()).toBe(false)
  expect(phase()).toBe('conflict')
  type('mine, more')
  await vi.advanceTimersByTimeAsync(10 * pauseBeforeSaving)
  expect(sent).toHaveLength(1)
  expect(await drafts.saveAnyway()).toBe(true)
  expect(sent[1]).toEqual({ title: 'mine, more', seen: undefined })
  expect(phase()).toBe('same')
})

it('says that a save failed and tries again with the next change', async () => {
  const drafts = saver((call) => {
    if (call === 1) throw new ApiError(0, 'unreachable', 'The server could not be reached.')
    return draft(call)
  })
  drafts.start()
  type('a')
  await vi.advanceTimersByTimeAsync(pauseBeforeSaving)
  expect(store.getState().draft).toMatchObject({
    phase: 'failed',
    message: 'The server could not be reached.',
  })
  type('ab')
  await vi.advanceTimersByTimeAsync(pauseBeforeSaving)
  expect(phase()).toBe('same')
})

it('has nothing to save before anything changed', async () => {
  expect(await saver((call) => draft(call)).saveNow()).toBe(true)
  expect(sent).toEqual([])
  expect(layoutOf(store) satisfies Layout).toBe(layout)
})
