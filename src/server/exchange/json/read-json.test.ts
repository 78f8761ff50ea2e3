import { describe, expect, it } from 'vitest'
import { readTable } from '../read-table.ts'

const read = (text: string) => readTable(Buffer.from(text))

describe('reading JSON', () => {
  it('reads a list, {rows}, and objects with attributes', () => {
    expect(read('[{"a":1,"b":"x"},{"b":null,"c":[1]}]')).toMatchObject({
      headers: ['a', 'b', 'c'],
      rows: [
        [1, 'x', null],
        [null, null, '[1]'],
      ],
    })
    expect(read('{"rows":[{"attributes":{"a":true}}]}')).toMatchObject({ headers: ['a'], rows: [[true]] })
  })

  it('[EX-02] a header called __proto__ is only a header', () => {
    expect(read('[{"__proto__":{"polluted":1},"a":1}]').headers).toContain('__proto__')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(['{"a":1}', '[1,2]', '[', '[]'])('refuses %s', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid' }))
  })
})
