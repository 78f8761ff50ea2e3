import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Layout } from '#contracts/layout.ts'
import { duplicateNode } from './changes/duplicate-node.ts'
import { insertNode } from './changes/insert-node.ts'
import { moveNode } from './changes/move-node.ts'
import { newNodeId } from './changes/new-node-id.ts'
import { applyChange, type Change } from './changes/patch.ts'
import { placeOf, subtreeIds } from './changes/place.ts'
import { removeNode } from './changes/remove-node.ts'
import { setAction, setCondition } from './changes/set-behaviour.ts'
import { setOverride, setProp } from './changes/set-prop.ts'
import { record, redo, startHistory, undo } from './history.ts'

const leaf = (text: string) => ({ component: 'text', v: 1, props: { text } })
const layout: Layout = {
  schema: 1,
  key: 'sample',
  title: 'Sample',
  params: {},
  sources: {},
  state: {},
  root: 'page',
  nodes: {
    page: { component: 'page', v: 1, props: {}, slots: { content: ['left', 'right', 'c'] } },
    left: { component: 'stack', v: 1, props: {}, slots: { content: ['a', 'b'] } },
    right: { component: 'stack', v: 1, props: {}, slots: { content: [] } },
    a: leaf('a'),
    b: leaf('b'),
    c: leaf('c'),
  },
}
const childIds = (of: Layout, id: string): string[] => of.nodes[id]?.slots?.['content'] ?? []

describe('changes', () => {
  it('moves within a slot to the gap before the child named', () => {
    expect(
      childIds(
        applyChange(layout, moveNode(layout, 'left', { parent: 'page', slot: 'content', index: 3 })),
        'page',
      ),
    ).toEqual(['right', 'c', 'left'])
    expect(
      childIds(
        applyChange(layout, moveNode(layout, 'c', { parent: 'page', slot: 'content', index: 0 })),
        'page',
      ),
    ).toEqual(['c', 'left', 'right'])
  })

  it('refuses to hang a node below itself, and to move or remove the root', () => {
    expect(moveNode(layout, 'left', { parent: 'left', slot: 'content', index: 0 })).toEqual([])
    expect(moveNode(layout, 'page', { parent: 'left', slot: 'content', index: 0 })).toEqual([])
    expect(removeNode(layout, 'page')).toEqual([])
  })

  it('copies with new ids and leaves the original alone', () => {
    const copy = duplicateNode(layout, 'left')
    const next = applyChange(layout, copy!.change)
    expect(childIds(next, 'page')).toEqual(['left', copy!.id, 'right', 'c'])
    expect(childIds(next, copy!.id)).toHaveLength(2)
    expect(childIds(next, copy!.id)).not.toContain('a')
  })

  it('keeps an override only while it says something', () => {
    const narrow = applyChange(layout, setOverride(layout, 'a', 'sm', 'text', 'short'))
    expect(narrow.nodes['a']?.overrides).toEqual({ sm: { text: 'short' } })
    expect(applyChange(narrow, setOverride(narrow, 'a', 'sm', 'text', undefined)).nodes['a']).toEqual(
      layout.nodes['a'],
    )
  })
})

describe('history', () => {
  it('makes one step of quick typing in one prop, and another after a pause', () => {
    let history = startHistory(layout)
    for (const [index, text] of ['h', 'he', 'hel'].entries()) {
      history = record(
        history,
        setProp(history.layout, 'a', 'text', text),
        'Edit text',
        index * 100,
        'a.text',
      )
    }
    history = record(history, setProp(history.layout, 'a', 'text', 'help'), 'Edit text', 9000, 'a.text')
    expect(history.past).toHaveLength(2)
    expect(undo(history).layout.nodes['a']?.props).toEqual({ text: 'hel' })
    expect(undo(undo(history)).layout).toEqual(layout)
  })

  const step = fc.record({
    kind: fc.integer({ min: 0, max: 6 }),
    node: fc.nat(50),
    target: fc.nat(50),
    index: fc.nat(5),
    text: fc.string({ maxLength: 5 }),
  })

  const changeFor = (
    current: Layout,
    {
      kind,
      node,
      target,
      index,
      text,
    }: { kind: number; node: number; target: number; index: number; text: string },
  ): Change => {
    const ids = Object.keys(current.nodes)
    const id = ids[node % ids.length]!
    const place = { parent: ids[target % ids.length]!, slot: 'content', index }
    const made = newNodeId('text', new Set(ids))
    const changes: (() => Change)[] = [
      () => insertNode(current, { root: made, nodes: { [made]: leaf(text) } }, place),
      () => moveNode(current, id, place),
      () => removeNode(current, id),
      () => duplicateNode(current, id)?.change ?? [],
      () => setProp(current, id, 'text', text),
      () => setCondition(current, id, 'when', { '=': 'true' }),
      () => setAction(current, id, 'press', [{ do: 'close' }]),
    ]
    return changes[kind]!()
  }

  it('undoes any sequence of changes to the start, redoes it to the end, and every node hangs in exactly one place', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let history = startHistory(layout)
        for (const one of steps) history = record(history, changeFor(history.layout, one), 'step', 0)
        const end = history.layout
        expect(subtreeIds(end, end.root).toSorted()).toEqual(Object.keys(end.nodes).toSorted())
        for (const id of Object.keys(end.nodes)) {
          const times = Object.values(end.nodes)
            .flatMap((node) => Object.values(node.slots ?? {}).flat())
            .filter((child) => child === id).length
          expect(times, id).toBe(id === end.root ? 0 : 1)
          expect(placeOf(end, id) === undefined).toBe(id === end.root)
        }
        let back = history
        while (back.past.length > 0) back = undo(back)
        expect(back.layout).toEqual(layout)
        let forth = back
        while (forth.future.length > 0) forth = redo(forth)
        expect(forth.layout).toEqual(end)
      }),
      { numRuns: 300 },
    )
  })
})
