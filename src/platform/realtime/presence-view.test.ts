import { describe, expect, it } from 'vitest'
import { PresenceView } from './presence-view.ts'

const anna = (field: string | null) => ({ ref: 'a', userId: 'anna', shown: { name: 'Anna', field } })

describe('PresenceView', () => {
  it('tells who came, moved and left, each move under a key of its own', () => {
    const view = new PresenceView()
    expect(view.update([anna('title')])).toEqual({
      joins: { 'anna:1': { metas: [{ name: 'Anna', field: 'title', phx_ref: '1' }] } },
      leaves: {},
    })
    expect(view.update([anna('cost')])).toMatchObject({
      joins: { 'anna:2': { metas: [{ field: 'cost' }] } },
      leaves: { 'anna:1': { metas: [{ field: 'title', phx_ref: '1' }] } },
    })
    expect(Object.keys(view.state())).toEqual(['anna:2'])
    expect(view.update([])).toMatchObject({ joins: {}, leaves: { 'anna:2': {} } })
  })

  it('tells nothing when what this receiver sees stays the same', () => {
    const view = new PresenceView()
    view.update([anna(null)])
    expect(view.update([anna(null)])).toBeNull()
  })
})
