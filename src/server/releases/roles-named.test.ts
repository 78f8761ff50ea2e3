import { expect, it } from 'vitest'
import { rolesNamed, withoutGoneRoles } from './roles-named.ts'

const tell = (role: string) => ({ kind: 'notify', to: [{ role }] })

it('finds the roles of a workflow wherever it names them, also in steps inside others', () => {
  const steps = [{ kind: 'branch', yes: [{ kind: 'each', steps: [tell('deep')] }], no: [] }, tell('flat')]
  const body = { runs_as: 'robot', trigger: { on: 'form', roles: ['crew'] }, steps }
  expect(rolesNamed('workflow', body)).toEqual(['robot', 'crew', 'deep', 'flat'])
})

it('leaves a route that only a gone role might open to nobody but owners', () => {
  const route = { access: { roles: ['gone'] }, by_role: [{ role: 'gone', layout: 'x' }] }
  expect(withoutGoneRoles('route', route, () => false)).toEqual({ access: { roles: [] }, by_role: [] })
  expect(withoutGoneRoles('route', route, () => true)).toBe(route)
})
