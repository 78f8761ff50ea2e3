import { describe, expect, it } from 'vitest'
import type { Role } from '#contracts/role.ts'
import { readInviteList } from './read-invite-list.ts'

const role = (key: string, label: string): [string, Role] => [
  key,
  { key, label, built_in: false, manage: [] } as unknown as Role,
]
const ground = {
  roles: new Map([role('owner', 'Owner'), role('member', 'Member'), role('site', 'Site manager')]),
  members: new Set(['ann@example.test']),
  mayGive: (key: string) => key !== 'owner',
}
const told = (text: string) =>
  readInviteList(text, ground).map(({ line, email, role: key, problem }) => [line, email, key, problem])

describe('a list of people to invite', () => {
  it('is read with and without a head, by any separator, roles by key or name', () => {
    const bea = [1, 'bea@example.test', 'site', null]
    expect(told('bea@example.test,site')).toEqual([bea])
    expect(told('BEA@example.test;Site manager\n')).toEqual([bea])
    expect(told('bea@example.test\tSITE MANAGER\r\n\r\n')).toEqual([bea])
    expect(told('\uFEFFName,Rolle,E-Mail\nBea,site,bea@example.test')).toEqual([[2, ...bea.slice(1)]])
    expect(told('bea@example.test\ncleo@example.test')).toEqual([
      [1, 'bea@example.test', 'member', null],
      [2, 'cleo@example.test', 'member', null],
    ])
  })

  it('[IN-04] tells of each line what is wrong', () => {
    expect(
      told(
        'nobody\na@example.test,ghost\nb@example.test\nB@example.test\nann@example.test\nc@example.test,owner',
      ),
    ).toEqual([
      [1, 'nobody', 'member', 'This is no mail address.'],
      [2, 'a@example.test', 'ghost', 'There is no such role.'],
      [3, 'b@example.test', 'member', null],
      [4, 'b@example.test', 'member', 'This address is there twice.'],
      [5, 'ann@example.test', 'member', 'This person is a member already.'],
      [6, 'c@example.test', 'owner', 'You cannot give a role that may more than your own.'],
    ])
  })
})
