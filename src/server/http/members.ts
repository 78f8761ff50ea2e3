import {
  listMembers as listEndpoint,
  removeMember as removeEndpoint,
  updateMember,
} from '#contracts/api/members.ts'
import { inTenant } from '../database/in-tenant.ts'
import { changeMember, removeMember } from '../members/change-members.ts'
import { listMembers } from '../members/list-members.ts'
import { withRecords } from '../records/open-records.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

export const memberHandlers = [
  handle(listEndpoint, async ({ caller }) =>
    inTenant(caller, async (tx) => wholeList(await listMembers(tx, caller))),
  ),

  handle(
    updateMember,
    async (input) =>
      withRecords(input, (context) => changeMember(context, input.params.userId.toLowerCase(), input.body)),
    { mode: 'release' },
  ),

  handle(
    removeEndpoint,
    async ({ caller, params }) =>
      inTenant(caller, (tx) => removeMember(tx, caller, params.userId.toLowerCase())),
    { mode: 'release' },
  ),
]
