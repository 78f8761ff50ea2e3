import { expect, it } from 'vitest'
import { safeNext, signInPath, withNext } from './safe-next.ts'

it('[S-10] goes back to the page that was asked for', () => {
  expect(safeNext('/estimates/12?tab=lines#l4')).toBe('/estimates/12?tab=lines#l4')
  expect(signInPath('/estimates?x=1')).toBe('/auth?next=%2Festimates%3Fx%3D1')
  expect(signInPath('/')).toBe('/auth')
})

it('carries the way back from one page of signing in to the next', () => {
  expect(withNext('/auth/check-email?for=sign-in', '/invite/abc')).toBe(
    '/auth/check-email?for=sign-in&next=%2Finvite%2Fabc',
  )
  expect(withNext('/auth/create-account', 'https://evil.test')).toBe('/auth/create-account')
})

it.each([
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  '/\t/evil.test',
  '/x\\y',
  '',
  null,
  '/auth',
  '/auth/reset',
  '/',
])('never leaves the application: %s', (next) => expect(safeNext(next)).toBe('/dashboard'))
