import { expect, it } from 'vitest'
import type { Route } from '#contracts/route.ts'
import { breadcrumbTrail } from './breadcrumb-trail.ts'

const route = (path: string, title: string, parent: string | null): Route => ({
  id: path,
  path,
  title,
  parent,
  layout: 'x',
  icon: null,
  order: 0,
  nav: false,
  access: {},
  params: {},
  origin: 'own',
})
const project = route('/project', 'Projects', null)
const one = route('/project/{id}', 'Project', '/project')
const estimates = route('/project/{id}/estimates', 'Estimates', '/project/{id}')
const estimate = route('/project/{id}/estimates/{estimate}', 'Estimate', '/project/{id}')
const orphan = route('/customer/{customerId}', 'Customer', null)
const below = route('/deep', 'Deep', '/customer/{customerId}')
const routes = [project, one, estimates, estimate, orphan, below]
const upper = ({ title }: Route): string => title.toUpperCase()

it('leads from the top to the page, whose own title comes last', () => {
  expect(
    breadcrumbTrail(
      { route: estimate, params: { id: 'a b', estimate: 'e' }, title: 'Kita', above: '' },
      routes,
      upper,
    ),
  ).toEqual([
    { label: 'PROJECTS', href: '/project' },
    { label: 'PROJECT', href: '/project/a%20b' },
    { label: 'Kita' },
  ])
  expect(breadcrumbTrail({ route: project, params: {}, title: '', above: '' }, routes, upper)).toEqual([
    { label: 'PROJECTS' },
  ])
})

it('names the record above a further page of it, and the page by its route', () => {
  const labels = (title: string): string[] =>
    breadcrumbTrail({ route: estimates, params: { id: 'a' }, title, above: '' }, routes, upper).map(
      ({ label }) => label,
    )
  expect(labels('Kita')).toEqual(['PROJECTS', 'Kita', 'ESTIMATES'])
  expect(labels('')).toEqual(['PROJECTS', 'PROJECT', 'ESTIMATES'])
  expect(labels('ESTIMATES')).toEqual(['PROJECTS', 'PROJECT', 'ESTIMATES'])
})

it('leads to the record above, whatever the two routes call their parameters', () => {
  const tree = route('/project/{projectId}/tree/{id}/{node?}', 'Tree', '/project/{id}')
  const params = { projectId: 'p', id: 't' }
  expect(breadcrumbTrail({ route: tree, params, title: '', above: '' }, [...routes, tree], upper)).toEqual([
    { label: 'PROJECTS', href: '/project' },
    { label: 'PROJECT', href: '/project/p' },
    { label: 'TREE' },
  ])
  const labels = (above: string): string[] =>
    breadcrumbTrail({ route: tree, params, title: 'Places', above }, [...routes, tree], upper).map(
      ({ label }) => label,
    )
  expect(labels('Birkenhof')).toEqual(['PROJECTS', 'Birkenhof', 'Places'])
  expect(labels('')).toEqual(['PROJECTS', 'PROJECT', 'Places'])
})

it('gives a list above no name of a record', () => {
  expect(
    breadcrumbTrail({ route: one, params: { id: 'a' }, title: 'Kita', above: 'Somebody' }, routes, upper)[0],
  ).toEqual({ label: 'PROJECTS', href: '/project' })
})

it('links nothing it does not know the parameters of', () => {
  expect(breadcrumbTrail({ route: below, params: {}, title: '', above: '' }, routes, upper)[0]).toEqual({
    label: 'CUSTOMER',
  })
})
