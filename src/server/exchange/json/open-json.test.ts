import { describe, expect, it } from 'vitest'
import { readRows } from '../../../../tests/support/read-rows.ts'

const read = (text: string, name = 'x.json') => readRows(text, name)

describe('reading JSON', () => {
  it('reads a list, {rows}, JSON lines, and objects with attributes', async () => {
    expect(await read('[{"a":1,"b":"x"},{"b":null,"c":[1]}]')).toMatchObject({
      headers: ['a', 'b', 'c'],
      rows: [
        [1, 'x', null],
        [null, null, { json: '[1]' }],
      ],
      lines: [1, 2],
    })
    expect(await read('{"rows":[{"attributes":{"a":true}}]}')).toMatchObject({
      headers: ['a'],
      rows: [[true]],
    })
    expect(await read('{"a":1}\n{"b":"}"}\n')).toMatchObject({
      headers: ['a', 'b'],
      rows: [
        [1, null],
        [null, '}'],
      ],
    })
    expect(await read('{"a":1}\n', 'x.jsonl')).toMatchObject({ headers: ['a'], rows: [[1]] })
  })

  it('keeps every digit of a number, as text where a double has not enough of them', async () => {
    const { rows } = await read(
      '[{"a":0.1234567890123456789,"b":1234567890123456789.5,"c":0.1,"d":1e400,"e":"0.1234567890123456789, 1","f":1.50000000000000000,"g":{"h":0.1234567890123456789}}]',
    )
    expect(rows).toEqual([
      [
        '0.1234567890123456789',
        '1234567890123456789.5',
        0.1,
        '1e400',
        '0.1234567890123456789, 1',
        1.5,
        { json: '{"h":"0.1234567890123456789"}' },
      ],
    ])
  })

  it('finds every item of a long file whole, wherever a piece of it ends', async () => {
    const items = Array.from({ length: 30_000 }, (_, index) => ({
      code: `A-${index}`,
      text: `"quoted" \\ {[ Größe ${'€'.repeat(index % 23)} ]}`,
      more: { deep: [index, { a: 1 }] },
    }))
    const rows = items.map(({ code, text, more }) => [code, text, { json: JSON.stringify(more) }])
    expect((await read(JSON.stringify(items))).rows).toEqual(rows)
    const lines = items.map((item) => JSON.stringify(item)).join('\n')
    expect((await read(lines, 'x.ndjson')).rows).toEqual(rows)
  })

  it('[EX-02] a header called __proto__ is only a header', async () => {
    expect((await read('[{"__proto__":{"polluted":1},"a":1}]')).headers).toContain('__proto__')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(['{"a":1}', '[1,2]', '[', '[]', '[{"a":1}', '[{"a":1}] x', '[{"a":1,}]', '{"a":'])(
    'refuses %s',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ code: 'invalid' })
    },
  )
})
