import type { Caller } from '../database/in-tenant.ts'

/**
 * Whether a token acts in a narrower role than its person, a workflow acts for another, or somebody looks as another: what the person was told or made with
 * all their rights tells of what this caller may not see.
 */
export const isNarrowed = ({ token, role, preview }: Caller): boolean =>
  preview !== undefined || (token !== undefined && (token.ownRole !== role || token.another === true))

/** Whether something is the caller's own; `by` made it, with `token` when it was a program. A narrower token owns what it made. */
export const isOwn = (caller: Caller, { by, token }: { by: string; token: string | null }): boolean =>
  by === caller.userId && (!isNarrowed(caller) || (token !== null && token === caller.token?.id))
