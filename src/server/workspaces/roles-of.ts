import type { Caller } from '../database/in-tenant.ts'

/** The roles that must all allow what a caller wants: their own; by a token, also the one its person has now. */
export const rolesOf = ({ role, token }: Pick<Caller, 'role' | 'token'>): string[] =>
  token && token.ownRole !== role ? [role, token.ownRole] : [role]
