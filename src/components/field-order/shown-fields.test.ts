import { describe, expect, it } from 'vitest'
import type { Field } from '#contracts/field.ts'
import { isShownIn } from '#contracts/shown-in.ts'
import { countOrderChanges, moved, withPlace } from './shown-fields.ts'

const name: Field = { key: 'name', label: 'Name', type: 'text', required: true }
const notes: Field = { key: 'notes', label: 'Notes', type: 'long_text' }

describe('where fields show', () => {
  it('says nothing where the usual rule says the same', () => {
    const wider = withPlace(notes, 'list', true)
    expect(wider.shown_in).toEqual(['list', 'detail', 'form'])
    expect(withPlace(wider, 'list', false)).toEqual(notes)
    expect(withPlace(name, 'list', false).shown_in).toEqual(['detail', 'form'])
    expect(withPlace(name, 'list', true)).toEqual(name)
  })

  it('a required field is always in forms, a long text in lists only when asked for', () => {
    expect(isShownIn({ ...name, shown_in: [] }, 'form')).toBe(true)
    expect(isShownIn({ ...name, shown_in: [] }, 'list')).toBe(false)
    expect(isShownIn(notes, 'list')).toBe(false)
    expect(isShownIn(notes, 'detail')).toBe(true)
  })

  it('counts what changed and moves', () => {
    expect(countOrderChanges([name, notes], [name, notes])).toBe(0)
    expect(countOrderChanges([name, notes], [notes, name])).toBe(1)
    expect(countOrderChanges([name, notes], [notes, withPlace(name, 'list', false)])).toBe(2)
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  })
})
