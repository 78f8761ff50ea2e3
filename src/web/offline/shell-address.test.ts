import { describe, expect, it } from 'vitest'
import { isShellAddress } from './shell-address.ts'

describe('isShellAddress', () => {
  it('is every page of the application', () => {
    for (const pathname of ['/', '/dashboard', '/project/7/explorer', '/projects', '/apis', '/customer/p/1'])
      expect(isShellAddress({ pathname }), pathname).toBe(true)
  })

  it('[AB-05] is none of the API, the services beside it, public pages and signing in', () => {
    for (const pathname of [
      '/api',
      '/api/query',
      '/p/Zb3',
      '/auth',
      '/auth/callback',
      '/auth/v1/token',
      '/storage/v1/object/x',
      '/realtime/v1/websocket',
      '/rest/v1/things',
      '/functions/v1/x',
      '/assets/main-1.js',
    ])
      expect(isShellAddress({ pathname }), pathname).toBe(false)
  })
})
