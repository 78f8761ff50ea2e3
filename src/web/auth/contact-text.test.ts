import { afterEach, expect, it, vi } from 'vitest'
import { looksLikeNumber, readContactText } from './contact-text.ts'

afterEach(() => vi.unstubAllGlobals())

it('reads addresses, and numbers as people write them, those without a country as the reader’s', async () => {
  vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] })
  expect(await readContactText(' ada@example.com ', true)).toEqual({ email: 'ada@example.com' })
  expect(await readContactText('+49 151 123 456 78', true)).toEqual({ phone: '+4915112345678' })
  expect(await readContactText('0664 / 12 34 567', true)).toEqual({ phone: '+436641234567' })
  for (const text of ['', 'ada', '12', '+1', 'ada@', '0664 x 1234567'])
    expect(await readContactText(text, true)).toBeNull()
  expect(await readContactText('+4915112345678', false)).toBeNull()
  expect([looksLikeNumber('+4915112345678'), looksLikeNumber('0151 12345678')]).toEqual([true, false])
})
