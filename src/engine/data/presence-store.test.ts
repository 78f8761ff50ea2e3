import { describe, expect, it, vi } from 'vitest'
import { createPresenceStore } from './presence-store.ts'

describe('the presence store', () => {
  it('says the place that tells most of each model', () => {
    const store = createPresenceStore()
    const moved = vi.fn()
    store.onMove(moved)
    const nowhere = { record: null, field: null }
    const leaveList = store.enter('note', nowhere)
    const leaveForm = store.enter('note', { record: 'a', field: 'title' })
    store.enter('project', nowhere)
    store.enter('note', { record: 'b', field: null })
    expect(store.places().get('note')).toEqual({ record: 'a', field: 'title' })
    leaveForm()
    expect(store.places().get('note')).toEqual({ record: 'b', field: null })
    leaveList()
    expect([...store.places().keys()]).toEqual(['project', 'note'])
    expect(moved).toHaveBeenCalledTimes(6)
  })

  it('tells of the others only when they changed', () => {
    const store = createPresenceStore()
    const changed = vi.fn()
    store.subscribe(changed)
    const anna = { id: 'a', name: 'Anna', record: null, field: null }
    store.show('note', [anna])
    const before = store.people('note')
    store.show('note', [{ ...anna }])
    expect(store.people('note')).toBe(before)
    expect(changed).toHaveBeenCalledTimes(1)
  })
})
