import {
  listMembers as listEndpoint,
  removeMember as removeEndpoint,
  updateMember,
} from '#contracts/api/members.ts'
import { inTenant } from '../database/in-tenant.ts'
import { changeMemberRole, removeMember } from '../members/change-members.ts'
import { listMembers } from '../members/list-members.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const memberHandlers = [
  handle(listEndpoint, async ({ caller }) =>
    inTenant(caller, async (tx) => wholeList(await listMembers(tx, caller))),
  ),

  handle(
    updateMember,
    async ({ caller, params, body }) =>
      inTenant(caller, (tx) => changeMemberRole(tx, caller, params.userId.toLowerCase(), body.role)),
    { mode: 'release' },
  ),

  handle(
    removeEndpoint,
    async ({ caller, params }) =>
      inTenant(caller, (tx) => removeMember(tx, caller, params.userId.toLowerCase())),
    { mode: 'release' },
  ),
]
