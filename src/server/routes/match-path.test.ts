import { expect, it } from 'vitest'
import { routeWriteSchema, type Route } from '#contracts/route.ts'
import { matchPath } from './match-path.ts'

const route = (path: string, order = 0): Route => ({
  ...routeWriteSchema.parse({ path, layout: 'x', title: path, order }),
  id: path,
  origin: 'own',
})
const routes = ['/', '/items', '/items/{id}', '/items/new', '/items/{id}/{part?}', '/docs/*', '/{any}'].map(
  (path) => route(path),
)
const matched = (path: string) => matchPath(routes, path)?.path ?? null

it('[R-15] a word before a parameter before the rest', () => {
  expect(matched('/')).toBe('/')
  expect(matched('/items')).toBe('/items')
  expect(matched('/items/new')).toBe('/items/new')
  expect(matched('/items/7')).toBe('/items/{id}')
  expect(matched('/items/7/lines')).toBe('/items/{id}/{part?}')
  expect(matched('/docs/a/b/c')).toBe('/docs/*')
  expect(matched('/else?x=1')).toBe('/{any}')
  expect(matched('/a/b/c')).toBeNull()
})

it('[R-15] the order decides between equals; a pattern finds itself', () => {
  expect(matchPath([route('/{b}', 2), route('/{a}', 1)], '/x')?.path).toBe('/{a}')
  expect(matched('/items/{id}')).toBe('/items/{id}')
})
