import { describe, expect, it } from 'vitest'
import { routeWriteSchema } from '#contracts/route.ts'
import shipped from '#features/portal/routes.json' with { type: 'json' }
import profile from '#features/profile/routes.json' with { type: 'json' }
import { ownAreaPath } from './own-area-path.ts'

const all = [...shipped, ...profile].map((route) => ({
  ...routeWriteSchema.parse(route),
  id: route.path,
  origin: 'stock' as const,
}))
const ofCustomer = all.filter(({ access }) => access.roles?.includes('customer'))
const ofMember = all.filter(({ access }) => !access.roles)

describe('where a customer reads what others read elsewhere', () => {
  it.each([
    ['/profile', '/customer/profile'],
    ['/notifications', '/customer/notifications'],
    ['/estimates/e1', '/customer/estimates/e1'],
    ['/project/p1', '/customer/project/p1'],
    ['/settings/users', null],
    ['/customer/nowhere', null],
  ])('%s: %s', (path, own) => {
    expect(ownAreaPath(ofCustomer, path)).toBe(own)
    expect(ownAreaPath(ofMember, path)).toBeNull()
  })
})
