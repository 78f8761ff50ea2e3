import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchRoute } from './match-route.ts'

const routes = (...paths: string[]) => paths.map((path, order) => ({ path, order }))
const matched = (paths: string[], path: string) => {
  const match = matchRoute(routes(...paths), path)
  return match && { path: match.route.path, params: match.params }
}

describe('matchRoute', () => {
  it('[R-15] static before parameter before wildcard, whatever the order of the list', () => {
    const list = ['/*', '/items/*', '/items/{id}', '/items/new', '/{area}/new']
    for (const paths of [list, list.toReversed()]) {
      expect(matched(paths, '/items/new')?.path).toBe('/items/new')
      expect(matched(paths, '/items/7')).toEqual({ path: '/items/{id}', params: { id: '7' } })
      expect(matched(paths, '/items/7/parts')).toEqual({ path: '/items/*', params: { '*': '7/parts' } })
      expect(matched(paths, '/other/new')).toEqual({ path: '/{area}/new', params: { area: 'other' } })
      expect(matched(paths, '/x/y/z')).toEqual({ path: '/*', params: { '*': 'x/y/z' } })
    }
  })

  it('[R-15] ties go by order', () => {
    const tied = [
      { path: '/items/{b}', order: 2 },
      { path: '/items/{a}', order: 1 },
    ]
    expect(matchRoute(tied, '/items/7')?.params).toEqual({ a: '7' })
  })

  it('[R-12] an optional parameter may be absent', () => {
    const paths = ['/hierarchy/{id}/explorer/{nodeId?}']
    expect(matched(paths, '/hierarchy/1/explorer')?.params).toEqual({ id: '1' })
    expect(matched(paths, '/hierarchy/1/explorer/2')?.params).toEqual({ id: '1', nodeId: '2' })
    expect(matched(paths, '/hierarchy/1/explorer/2/3')).toBeNull()
    expect(matched(['/items', '/items/{id?}'], '/items')?.path).toBe('/items')
  })

  it('decodes parameters, ignores a slash at the end, and takes a stray percent sign as it stands', () => {
    expect(matched(['/items/{id}'], '/items/a%2Fb%20c/')?.params).toEqual({ id: 'a/b c' })
    expect(matched(['/items/{id}'], '/items/100%')?.params).toEqual({ id: '100%' })
    expect(matched(['/'], '/')?.path).toBe('/')
    expect(matched(['/items'], '/Items')).toBeNull()
    expect(matched([], '/anything')).toBeNull()
  })

  it('never depends on the order of the list (500 random sets)', () => {
    const segment = fc.constantFrom('a', 'b', '{x}', '{y}', '*')
    const path = fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
    const address = fc
      .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`)
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 8 }), address, (paths, address) => {
        const list = paths.map((path) => ({ path, order: 0 }))
        const there = matchRoute(list, address)
        expect(matchRoute(list.toReversed(), address)).toEqual(there)
      }),
      { numRuns: 500 },
    )
  })
})
