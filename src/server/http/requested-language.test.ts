import { expect, it } from 'vitest'
import { requestedLanguage, requestedReader } from './requested-language.ts'

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

it('says with it where it is written, as far as that is a tag that dates and numbers can go by', () => {
  expect(requestedReader('en-GB,en-US;q=0.9,en;q=0.8')).toEqual({ language: 'en', locale: 'en-gb' })
  expect(requestedReader('fr-FR, de-CH;q=0.5')).toEqual({ language: 'de', locale: 'de-ch' })
  expect(requestedReader('en-x-y-zz')).toEqual({ language: 'en', locale: 'en' })
  expect(requestedReader(undefined)).toEqual({ language: 'en', locale: 'en' })
})
