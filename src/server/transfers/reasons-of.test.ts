import { expect, it } from 'vitest'
import { AppError, invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { englishReasons, reasonsOf } from './reasons-of.ts'

it('reasons keep what a message takes to be said in another language, and where it belongs', () => {
  const reasons = reasonsOf(
    invalid([{ path: 'values.size', code: 'limit', ...saying('At most {{count}}.', { count: 3 }) }]),
  )
  expect(reasons).toEqual([
    { message: 'Some values are not valid.' },
    { path: 'values.size', message: 'At most 3.', text: 'At most {{count}}.', values: { count: 3 } },
  ])
  expect(englishReasons(reasons)).toBe('Some values are not valid. values.size: At most 3.')
})

it('a refusal that is only a code is said in words, and nothing of the server is', () => {
  expect(reasonsOf(new AppError('not_found'))).toEqual([
    { message: 'What this is about is gone, or may not be seen.' },
  ])
  expect(reasonsOf(new Error('connect ECONNREFUSED 10.0.0.3:5432'))).toEqual([
    { message: 'Something went wrong on our side.' },
  ])
})
