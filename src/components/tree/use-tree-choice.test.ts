import { describe, expect, it } from 'vitest'
import { topmost } from './use-tree-choice.ts'

const placed = (id: string, ...above: string[]) => ({ row: { id }, above })

describe('what is moved of several chosen records', () => {
  it('leaves out what goes along with one above it, however far above', () => {
    const rows = topmost([placed('house'), placed('room', 'floor', 'house'), placed('garden')])
    expect(rows.map(({ id }) => id)).toEqual(['house', 'garden'])
  })

  it('keeps records beside each other and those whose whole is not chosen', () => {
    const rows = topmost([placed('room', 'floor', 'house'), placed('hall', 'floor', 'house')])
    expect(rows.map(({ id }) => id)).toEqual(['room', 'hall'])
  })
})
