import { expect, it } from 'vitest'
import { requestedLanguage } from './requested-language.ts'

const said = (...headers: (string | undefined)[]) => headers.map(requestedLanguage)

it('is the one of ours that is preferred most, else English', () => {
  expect(said('de-AT,de;q=0.9,en', 'fr, en;q=0.5', 'DE', 'fr;q=0.9, de;q=0.1')).toEqual([
    'de',
    'en',
    'de',
    'de',
  ])
  expect(said('en;q=0.1, de;q=0.9', 'en ; q=0.8 , de-CH ; q=0.9', 'de, en')).toEqual(['de', 'de', 'de'])
  expect(said('', undefined, '*', 'fr, *;q=0.5')).toEqual(['en', 'en', 'en', 'en'])
})

it('is none that was refused, that another tag only begins like, or that is far down in a long list', () => {
  expect(said('de;q=0', 'den, des', 'de;q=much', 'de;q=-1')).toEqual(['en', 'en', 'en', 'en'])
  expect(said(`${'fr,'.repeat(5000)}de`, ',,;;q=1,=')).toEqual(['en', 'en'])
})
