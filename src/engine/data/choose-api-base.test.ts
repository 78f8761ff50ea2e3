import { describe, expect, it } from 'vitest'
import { apiBaseKey, createApiBase, exactOrigin, type ApiBaseWorld } from './choose-api-base.ts'

const own = 'https://app.example.com'
const other = 'https://api.example.com'

function world(search: string, settings: Partial<ApiBaseWorld> = {}, stored: string | null = null) {
  const kept = new Map<string, string>(stored === null ? [] : [[apiBaseKey, stored]])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const base = createApiBase({
    location: { origin: own, search },
    storage,
    own,
    allowed: () => [other],
    development: () => false,
    ...settings,
  })
  return { base, kept }
}

const parameter = (value: string): string => `?api_base=${encodeURIComponent(value)}`

describe('the API base', () => {
  it('[C-01] is the deployment’s own backend unless told otherwise', () => {
    const { base } = world('')
    expect(base.applyParameter()).toBeNull()
    expect(base.origin()).toBe(own)
    expect(base.isOverridden()).toBe(false)
  })

  it('[C-01] takes an allowed origin, keeps it, and an empty one resets', () => {
    const { base, kept } = world(parameter(other))
    expect(base.applyParameter()).toBeNull()
    expect(base.origin()).toBe(other)
    expect(base.isOverridden()).toBe(true)
    const again = world('?api_base=', {}, kept.get(apiBaseKey) ?? null)
    again.base.applyParameter()
    expect(again.base.origin()).toBe(own)
    expect(again.kept.size).toBe(0)
  })

  it.each([
    '//evil.test',
    'https://evil.test',
    'https://api.example.com.evil.tld',
    'https://api.example.com@evil.tld',
    'https://api.example.com\\@evil.tld',
    'http://api.example.com',
    'https://api.example.com:8443',
    'https://api.example.com:443',
    'https://api.example.com/',
    'https://api.example.com/x',
    'https://api.example.com?x=1',
    'https://api.example.com#x',
    'https://user:pass@api.example.com',
    'HTTPS://API.EXAMPLE.COM',
    'https://api.exаmple.com',
    ' https://api.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'null',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
  ])('[C-01] [AB-02] refuses %s and stores nothing', (asked) => {
    const { base, kept } = world(parameter(asked))
    expect(base.applyParameter()).toBe(asked)
    expect(kept.size).toBe(0)
    expect(base.origin()).toBe(own)
  })

  it('[C-01] in development every port of this machine is allowed, nothing that only looks like it', () => {
    const settings = { development: () => true }
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:3000']) {
      const { base } = world(parameter(origin), settings)
      expect(base.applyParameter()).toBeNull()
      expect(base.origin()).toBe(origin)
    }
    for (const origin of ['http://localhost.evil.test', 'http://127.0.0.1.evil.test', 'http://1270.0.0.1']) {
      expect(world(parameter(origin), settings).base.applyParameter()).toBe(origin)
    }
  })

  it('[C-01] checks the stored value at every read', () => {
    const { base, kept } = world('', {}, 'https://evil.test')
    expect(base.origin()).toBe(own)
    expect(kept.size).toBe(0)
    let allowed = [other]
    const changed = world('', { allowed: () => allowed }, other)
    expect(changed.base.origin()).toBe(other)
    allowed = []
    expect(changed.base.origin()).toBe(own)
  })

  it('[AB-07] without an allow-list the feature is off', () => {
    const { base } = world(parameter(other), { allowed: () => [] })
    expect(base.applyParameter()).toBe(other)
  })

  it('knows an exact origin', () => {
    expect(exactOrigin('https://a.test')).toBe('https://a.test')
    expect(exactOrigin('https://a.test/')).toBeNull()
    expect(exactOrigin('ftp://a.test')).toBeNull()
    expect(exactOrigin('')).toBeNull()
  })
})
