import { expect, it } from 'vitest'
import { translateIn } from './translate-in.ts'

const t = (text: string, values?: Record<string, string | number>): string =>
  `«${text}»${values?.['n'] ?? ''}`

it('all words of a shipped screen are the product’s', () => {
  expect(translateIn({}, 'card', t)('Open', { n: 2 })).toBe('«Open»2')
})

it('elsewhere those that the product wrote at this very place', () => {
  const document = { productWords: { open: ['Open'], '': ['Board'] } }
  expect(translateIn(document, 'open', t)('Open')).toBe('«Open»')
  expect(translateIn(document, 'open', t)('Close')).toBe('Close')
  expect(translateIn(document, 'card', t)('Open')).toBe('Open')
  expect(translateIn(document, '', t)('Board')).toBe('«Board»')
  expect(translateIn(document, 'constructor', t)('Open')).toBe('Open')
})
