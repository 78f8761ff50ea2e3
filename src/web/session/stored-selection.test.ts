// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { forgetStorage, readSelectedTenantId, readSelection, storeSelection } from './stored-selection.ts'

beforeEach(() => localStorage.clear())

it('[K-03] [S-04] keeps the workspace under selectedTenantId, with name and role', () => {
  storeSelection({ id: 't1', name: 'Nord', role: 'admin' })
  expect(localStorage.getItem('selectedTenantId')).toBe('t1')
  expect(Object.values({ ...localStorage })).toEqual(expect.arrayContaining(['Nord', 'admin']))
  expect(readSelection()).toEqual({ id: 't1', name: 'Nord', role: 'admin' })
  storeSelection(null)
  expect(readSelectedTenantId()).toBeNull()
  expect(readSelection()).toBeNull()
  expect(localStorage).toHaveLength(0)
})

it('[S-06] sign-out leaves only the theme on the device (AU-23)', () => {
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('sb-somewhere-auth-token', '{"access_token":"a"}')
  localStorage.setItem('mock models', '[]')
  sessionStorage.setItem('draft', 'x')
  storeSelection({ id: 't1', name: 'Nord', role: 'admin' })
  forgetStorage([localStorage, sessionStorage])
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
  expect(sessionStorage).toHaveLength(0)
})
