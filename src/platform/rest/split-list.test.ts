import { describe, expect, it } from 'vitest'
import { splitList } from './split-list.ts'

describe('parts of a list', () => {
  it('of values: a quote counts at the start of one', () => {
    expect(splitList('a,b(c,d),"e,f"')).toEqual(['a', 'b(c,d)', '"e,f"'])
    expect(splitList('5.",x:"y,"a,\\"b"')).toEqual(['5."', 'x:"y', '"a,\\"b"'])
    expect(splitList('"a,b",c')).toEqual(['"a,b"', 'c'])
    expect(splitList('{a,b')).toEqual(['{a', 'b'])
  })

  it('of a logic tree: also inside of the values of filters', () => {
    for (const parts of [
      ['tags.cs.["x,y"]', 'key.eq.b'],
      ['tags.cs.{"a":"x,y","b":["c,d",1]}', 'key.eq.b'],
      ['name.like(any).{"a,b",c}', 'key.eq."d,e"'],
      ['and(key.in.("a,b",c),name.not.ilike(all).{d,e})', 'not.or(a.eq.1,b.eq.2)'],
      ['key.eq.a{b', 'key.eq.c]', 'key.eq.5"'],
    ])
      expect(splitList(parts.join(), 'tree')).toEqual(parts)
    for (const open of ['a.cs.{b', 'a.eq."b', 'and(a.eq.b'])
      expect(() => splitList(open, 'tree')).toThrow(/open/)
  })
})
