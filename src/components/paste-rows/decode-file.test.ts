import { expect, it } from 'vitest'
import { decodeFile } from './decode-file.ts'

it('reads UTF-8, and what spreadsheets on Windows save', () => {
  expect(decodeFile(new TextEncoder().encode('Küche;m²').buffer)).toBe('Küche;m²')
  expect(decodeFile(Uint8Array.from([0x4b, 0xfc, 0x63, 0x68, 0x65, 0x3b, 0x6d, 0xb2]).buffer)).toBe(
    'Küche;m²',
  )
})
