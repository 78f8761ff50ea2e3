import { describe, expect, it } from 'vitest'
import { isAllowedOrigin, type OriginRules } from './check-origin.ts'

const rules = (more: Partial<OriginRules> = {}): OriginRules => ({
  publicUrl: () => 'https://app.example.com',
  isPublicUrlKnown: true,
  appDomain: 'example.com',
  allowedOrigins: () => ['https://other.example'],
  allowsLoopback: false,
  ...more,
})

describe('[CS-05] where a socket may be opened from', () => {
  it.each([
    ['app.example.com', 'https://app.example.com', true],
    ['acme.example.com', 'https://acme.example.com', true],
    ['app.example.com', 'https://other.example', true],
    ['app.example.com', undefined, true],
    ['app.example.com', 'https://evil.example', false],
    ['app.example.com', 'https://app.example.com.evil.example', false],
    ['app.example.com', 'https://evilexample.com', false],
    ['app.example.com', 'null', false],
    ['evil.example', 'https://evil.example', false],
    ['evil.example', undefined, false],
    ['93.184.216.34', undefined, false],
    ['', undefined, false],
  ])('host %s, page %s: %s', (host, origin, allowed) => {
    expect(isAllowedOrigin(rules(), host, origin)).toBe(allowed)
  })

  it('takes a number for a host only where no name was configured, and pages of this machine only in development', () => {
    const local = rules({
      publicUrl: () => 'http://127.0.0.1:3000',
      isPublicUrlKnown: false,
      appDomain: null,
    })
    expect(isAllowedOrigin(local, '192.168.1.9:3000', 'http://192.168.1.9:3000')).toBe(true)
    expect(isAllowedOrigin(local, 'rebound.example:3000', 'http://rebound.example:3000')).toBe(false)
    expect(isAllowedOrigin(local, '127.0.0.1:3000', 'http://localhost:5173')).toBe(false)
    expect(
      isAllowedOrigin({ ...local, allowsLoopback: true }, '127.0.0.1:3000', 'http://localhost:5173'),
    ).toBe(true)
  })
})
