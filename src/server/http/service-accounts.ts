import {
  createServiceAccount as accountEndpoint,
  createServiceToken as tokenEndpoint,
} from '#contracts/api/service-accounts.ts'
import { inTenant } from '../database/in-tenant.ts'
import { createServiceAccount, createServiceToken } from '../members/service-accounts.ts'
import { handle } from './route.ts'

export const serviceAccountHandlers = [
  handle(
    accountEndpoint,
    async ({ caller, body }) => inTenant(caller, (tx) => createServiceAccount(tx, caller, body)),
    { mode: 'release' },
  ),

  handle(
    tokenEndpoint,
    async ({ caller, params, body, services }) =>
      inTenant(caller, (tx) => createServiceToken(tx, caller, services, params.account.toLowerCase(), body)),
    { mode: 'release' },
  ),
]
