import { expect, it } from 'vitest'
import { checkBucketName, checkName, placeOf } from './names.ts'

it('[ST-01] names lead nowhere else', () => {
  const bad = [
    '../x',
    '..',
    '.',
    '/abs',
    'a/../../b',
    'a//b',
    'a\\..\\b',
    'x\0y',
    'a\u202Etxt.exe',
    'x'.repeat(1025),
  ]
  bad.push('a.', 'a ', ' a', 'a/b. ', 'e\u0301', '..%2f', 'a#b', 'a\nb', 'a/', '', '🏗.png')
  // Other spellings of a slash, of dots and of nothing, and forms of letters that fold into others.
  bad.push(
    '..\u2215x',
    'a\u2044b',
    '\uff0e\uff0e\uff0fx',
    '\u2024\u2024/x',
    'a\u200bb',
    '\ufeffa',
    'a\u00a0',
    'a\u0085b',
  )
  bad.push('%2e%2e%2fx', '..%5cx', '%252e%252e%252fx', '\u212b', 'a\ud800', './a', 'a/./b', 'a/..', 'a/.. /b')
  for (const name of bad) expect(() => checkName(name), name).toThrow('Invalid key')
  for (const name of ['a.png', 'Grundriß/EG 1:50 (neu).pdf', '.emptyFolderPlaceholder', 'a..b'])
    expect(checkName(name)).toBe(name)
})

it('reads bucket and name of an address', () => {
  const base = 'http://x/storage/v1/object'
  expect(placeOf(`${base}/plans/a/b%20c.png?x=1`, '/object/')).toEqual({ bucket: 'plans', name: 'a/b c.png' })
  expect(placeOf(`${base}/plans`, '/object/')).toEqual({ bucket: 'plans', name: '' })
  expect(placeOf(`${base}/plans/..%2f..%2fx`, '/object/').name).toBe('../../x')
  expect(() => placeOf(`${base}/plans/%E0%A4%A`, '/object/')).toThrow('Invalid key')
})

it('names of buckets', () => {
  for (const name of ['plans', 'Plans 2026', 'a.b-c']) expect(checkBucketName(name)).toBe(name)
  for (const name of ['', '..', 'a/b', 'a\\b', 'sign', ' a', 'ü', 7, null, 'x'.repeat(101)])
    expect(() => checkBucketName(name), String(name)).toThrow('Bucket name invalid')
})
