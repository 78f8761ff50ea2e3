import { expect, it } from 'vitest'
import { byteRange } from './byte-range.ts'

it('reads which bytes are asked for', () => {
  expect(byteRange('bytes=0-3', 10)).toEqual({ from: 0, to: 3 })
  expect(byteRange('bytes=4-', 10)).toEqual({ from: 4, to: 9 })
  expect(byteRange('bytes=-4', 10)).toEqual({ from: 6, to: 9 })
  expect(byteRange('bytes=-40', 10)).toEqual({ from: 0, to: 9 })
  expect(byteRange('bytes=8-40', 10)).toEqual({ from: 8, to: 9 })
})

it('answers all for what it need not understand, none for what is not there', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=x-y'])
    expect(byteRange(header, 10), header).toBeNull()
  expect(byteRange('bytes=10-', 10)).toBe('none')
  expect(byteRange('bytes=-0', 10)).toBe('none')
  expect(byteRange('bytes=0-', 0)).toBe('none')
})
