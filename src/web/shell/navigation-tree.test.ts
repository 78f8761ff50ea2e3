import { expect, it } from 'vitest'
import type { Route } from '#contracts/route.ts'
import { ancestry, currentPlace, navigationTree } from './navigation-tree.ts'

const route = (path: string, more: Partial<Route> = {}): Route => ({
  id: path,
  path,
  layout: 'x',
  title: path.slice(1),
  icon: null,
  order: 0,
  parent: null,
  nav: true,
  access: {},
  params: {},
  origin: 'stock',
  ...more,
})

const routes = [
  route('/settings', { order: 900 }),
  route('/settings/users', { order: 910, parent: '/settings' }),
  route('/invites', { order: 920, parent: '/settings/users' }),
  route('/price-book', { order: 500 }),
  route('/price-book/{id}', { parent: '/price-book', nav: false }),
  route('/hidden', { nav: false }),
  route('/dashboard', { order: 0 }),
]

it('[R-16] lists the routes marked for it, in order, two levels deep', () => {
  const shape = navigationTree(routes).map(({ path, children }) => [
    path,
    children.map((child) => child.path),
  ])
  expect(shape).toEqual([
    ['/dashboard', []],
    ['/price-book', []],
    ['/settings', ['/settings/users', '/invites']],
  ])
})

it('says of a shipped place that the workspace named it, so that its words are not translated', () => {
  const [board] = navigationTree([route('/board', { origin: 'customised', renamed: true })])
  expect(board).toMatchObject({ title: 'board', origin: 'customised', renamed: true })
})

it('marks the place a page belongs to', () => {
  expect(currentPlace(routes[4] ?? null, routes)).toBe('/price-book')
  expect(currentPlace(routes[2] ?? null, routes)).toBe('/invites')
  expect(currentPlace(null, routes)).toBeNull()
})

it('survives parents that go round in a circle or do not exist', () => {
  const round = [
    route('/a', { parent: '/b' }),
    route('/b', { parent: '/a' }),
    route('/c', { parent: '/nowhere' }),
  ]
  expect(ancestry(round[0] ?? null, round).map(({ path }) => path)).toEqual(['/b', '/a'])
  const listed = navigationTree(round).flatMap(({ path, children }) => [
    path,
    ...children.map((child) => child.path),
  ])
  expect(listed).toEqual(['/a', '/b', '/c'])
})
