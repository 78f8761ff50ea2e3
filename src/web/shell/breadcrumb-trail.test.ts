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
const orphan = route('/customer/{customerId}', 'Customer', null)
const below = route('/deep', 'Deep', '/customer/{customerId}')
const routes = [project, one, estimates, orphan, below]
const upper = ({ title }: Route): string => title.toUpperCase()

it('leads from the top to the page, whose own title comes last', () => {
  expect(
    breadcrumbTrail({ route: estimates, params: { id: 'a b' }, title: 'Estimates of Kita' }, routes, upper),
  ).toEqual([
    { label: 'PROJECTS', href: '/project' },
    { label: 'PROJECT', href: '/project/a%20b' },
    { label: 'Estimates of Kita' },
  ])
  expect(breadcrumbTrail({ route: project, params: {}, title: '' }, routes, upper)).toEqual([
    { label: 'PROJECTS' },
  ])
})

it('links nothing it does not know the parameters of', () => {
  expect(breadcrumbTrail({ route: below, params: {}, title: '' }, routes, upper)[0]).toEqual({
    label: 'CUSTOMER',
  })
})
