import { expect, it } from 'vitest'
import { requestedLanguage } from './requested-language.ts'

it('is the first of the preferences that the product speaks, else English', () => {
  expect(['de-AT,de;q=0.9,en', 'fr, en;q=0.5', 'DE', '', undefined].map(requestedLanguage)).toEqual([
    'de',
    'en',
    'de',
    'en',
    'en',
  ])
})
