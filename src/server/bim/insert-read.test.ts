import { expect, it } from 'vitest'
import { CheckedJson } from './insert-read.ts'

it('a text for a JSON field is one whole value: none reaches beyond its place', () => {
  for (const text of ['{"a":["b",1]}', '[]', 'null', '"},{"']) expect(CheckedJson.read(text).text).toBe(text)
  for (const text of ['', '1,"id":2', '{}},{"attributes":{}', '{"a":1', '"a', '{}//'])
    expect(() => CheckedJson.read(text)).toThrow(SyntaxError)
})
