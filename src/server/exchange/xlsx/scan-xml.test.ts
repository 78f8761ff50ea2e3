import { describe, expect, it } from 'vitest'
import { elementsNamed, insideOf, tagsNamed } from './scan-xml.ts'
import { sheetRows, textsOf } from './sheet-rows.ts'

const whole = (xml: string, name: string): [string, string][] =>
  Array.from(elementsNamed(xml, name), ({ tag, inside }) => [tag, inside])

describe('looking for elements in XML', () => {
  it('finds those that are whole, by their name and any prefix, and nothing that only begins like them', () => {
    expect(whole('<c r="A1"><v>1</v></c><cols/><x:c/><x:c >2</x:c><c>', 'c')).toEqual([
      [' r="A1"', '<v>1</v>'],
      ['', ''],
      [' ', '2'],
    ])
    expect(tagsNamed('<sheet name="a"/><sheets><sheet name="b">', 'sheet')).toEqual([
      ' name="a"/',
      ' name="b"',
    ])
    expect([insideOf('<v>1</v><v>2</v>', 'v'), insideOf('<v>1', 'v')]).toEqual(['1', undefined])
  })

  it('[IM-04] is through with hundreds of thousands of elements that never end', async () => {
    const many = 200_000
    for (const name of ['c', 'v', 't', 'rPh', 'si', 'row'])
      for (const piece of [`<${name}>`, `<${name} `, `<a:${name}>`]) {
        const hostile = piece.repeat(many)
        expect(whole(hostile, name)).toEqual([])
        tagsNamed(hostile, name)
      }
    expect(textsOf('<t>'.repeat(many))).toBe('')
    const parts = [
      '<c>'.repeat(many),
      `<c>${'<v>'.repeat(many)}</c>`,
      `<c t="inlineStr">${'<rPh>'.repeat(many)}</c>`,
    ]
    for (const part of parts) {
      const pieces = (async function* () {
        yield `<row r="1">${part}</row>`
      })()
      for await (const { rows } of sheetRows(pieces, () => null)) expect(rows).toEqual([])
    }
  })
})
