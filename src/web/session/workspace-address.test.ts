import { expect, it } from 'vitest'
import { addressFrom, addressProblem } from './workspace-address.ts'

it('[V-06] suggests an address of letters, digits and hyphens', () => {
  expect(addressFrom('Müller & Söhne GmbH')).toBe('mueller-soehne-gmbh')
  expect(addressFrom('  Étoile — Bâtiment  ')).toBe('etoile-batiment')
  expect(addressFrom('!!!')).toBe('')
})

it('[V-06] refuses anything else', () => {
  expect(addressProblem('north-west-2')).toBeNull()
  for (const address of ['a', '-ab', 'ab-', 'a_b', 'a.b', 'ä b'])
    expect(addressProblem(address)).not.toBeNull()
})
